/** Bytes that are the same for everyone: compressed once, sent unchanged, and not sent again to clients that have them. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, hasTagged } from './polls.ts'

export type Packed = {
  /** A strong ETag. */
  tag: string
  identity: Uint8Array
  br: Uint8Array
  gzip: Uint8Array
}

/** Compresses off the main thread. `quality`: of Brotli, 11 by default, which takes about two seconds per megabyte. */
export async function pack(bytes: Uint8Array, quality = constants.BROTLI_MAX_QUALITY): Promise<Packed> {
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(bytes),
  ])
  return { tag: etagOf(bytes), identity: bytes, br, gzip: zipped }
}

/** Sends the smallest encoding that the client accepts; 304 without a body if the client has the bytes already. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, { tag, identity, br, gzip }: Packed) {
  reply.header('etag', tag)
  if (hasTagged(request.raw, tag)) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip)
  return reply.send(identity)
}
