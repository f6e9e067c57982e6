/** A minimal collector of traces: accepts OTLP over HTTP as JSON and stores the spans. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number }

export type CollectedSpan = {
  name: string
  trace: string
  id: string
  /** '' for a root span. */
  parent: string
  /** 1 internal, 2 server, 3 client, by OTLP. */
  kind: number
  failed: boolean
  attributes: Record<string, string | number | undefined>
  service: string | number | undefined
}

type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: {
      spans: {
        name: string
        traceId: string
        spanId: string
        parentSpanId?: string
        kind: number
        status: { code?: number }
        attributes: { key: string; value: Value }[]
      }[]
    }[]
  }[]
}

export type Collector = {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  spans: CollectedSpan[]
  /** Everything that arrived, unchanged. */
  raw(): string
  close(): void
}

/** `answers`: false for one that accepts requests and never replies. */
export async function startCollector({ answers = true } = {}): Promise<Collector> {
  const spans: CollectedSpan[] = []
  let raw = ''
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (!answers) return
      if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end()
      const text = Buffer.concat(parts).toString()
      raw += text
      spans.push(...read(JSON.parse(text)))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.keepAliveTimeout = 600_000 // so that no connection ends just when it is reused
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    raw: () => raw,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function read({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId = '', kind, status, attributes }) => ({
        name,
        trace: traceId,
        id: spanId,
        parent: parentSpanId,
        kind,
        failed: status.code === 2,
        attributes: valuesOf(attributes),
        service: valuesOf(resource.attributes)['service.name'],
      })),
    ),
  )
}

function valuesOf(attributes: { key: string; value: Value }[]): CollectedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  )
}
