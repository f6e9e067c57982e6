/**
 * The key ring: one key for each secret in use, derived from APP_SECRET and APP_SECRET_OLD. A seal contains the name of
 * its key, so old seals can be opened while `npm run rotate-keys` reseals everything with the newest one.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import type { Config } from '../../config.ts'

export type KeyRing = {
  /** Encrypts (AES-256-GCM) with the newest key. `context` describes the content ('file abc'); opening requires the same. */
  seal(plain: Uint8Array, context: string): Buffer
  /** Throws for another context, a changed byte, or a key that is not on the ring. */
  open(sealed: Uint8Array, context: string): Buffer
  isNewest(sealed: Uint8Array): boolean
  /** Whether one of its keys made this; otherwise it was another APP_SECRET. */
  has(sealed: Uint8Array): boolean
  /** An HMAC with the newest secret. */
  sign(text: string): Buffer
  /** The same with each secret, to compare with a stored one. */
  signEach(text: string): Buffer[]
}

type Key = KeyObject | Uint8Array

const NAME_BYTES = 8
const IV_BYTES = 12
const TAG_BYTES = 16

type Secrets = Pick<Config, 'appSecret' | 'oldAppSecrets'>

/** One ring for the same secrets: deriving its keys costs more than using them. */
export function keyRing(secrets: Secrets): KeyRing {
  const known = JSON.stringify([secrets.appSecret, secrets.oldAppSecrets])
  const ring = rings.get(known) ?? makeKeyRing(secrets)
  rings.set(known, ring)
  return ring
}

const rings = new Map<string, KeyRing>() // a process has one or two

function makeKeyRing({ appSecret, oldAppSecrets }: Secrets): KeyRing {
  const keys = [appSecret, ...oldAppSecrets].map((secret) => {
    const key = derive(secret, 'sealing')
    return { key, name: hash('sha256', key.export(), 'buffer').subarray(0, NAME_BYTES) }
  })
  const newest = keys[0]
  if (!newest) throw new Error('a key ring needs a secret')
  const sign = signer(appSecret)
  const signs = [sign, ...oldAppSecrets.map(signer)]
  return {
    seal: (plain, context) => Buffer.concat([newest.name, encrypt(newest.key, plain, context)]),
    open(sealed, context) {
      const name = sealed.subarray(0, NAME_BYTES)
      const found = keys.find((key) => key.name.equals(name))
      if (!found) throw new Error(`no key ${Buffer.from(name).toString('hex')} on the ring: is APP_SECRET_OLD missing?`)
      return decrypt(found.key, sealed.subarray(NAME_BYTES), context)
    },
    isNewest: (sealed) => newest.name.equals(sealed.subarray(0, NAME_BYTES)),
    has: (sealed) => keys.some((key) => key.name.equals(sealed.subarray(0, NAME_BYTES))),
    sign,
    signEach: (text) => signs.map((each) => each(text)),
  }
}

/** As bytes, so that the key can itself be sealed. */
export function newKey(): Buffer {
  return randomBytes(32)
}

/** AES-256-GCM with a fresh nonce: nonce, tag, ciphertext. A key may seal 2³² messages before nonces could meet. */
export function encrypt(key: Key, plain: Uint8Array, context: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyObject(key), iv).setAAD(Buffer.from(context))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

export function decrypt(key: Key, sealed: Uint8Array, context: string): Buffer {
  const iv = sealed.subarray(0, IV_BYTES)
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyObject(key), iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

function signer(secret: string): (text: string) => Buffer {
  const key = derive(secret, 'signing')
  return (text) => createHmac('sha256', key).update(text).digest()
}

function derive(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `bittkosh ${purpose}`, 32)))
}

// Node validates plain bytes at each use: a key object costs 4 µs, bytes cost 13 (2026-11-21).
function keyObject(key: Key): KeyObject {
  return key instanceof Uint8Array ? createSecretKey(key) : key
}
