/** Requests with the path exactly as written: `fetch` would resolve dots, merge slashes and forbid headers. */
import { type Agent, request } from 'node:http'
import { siteUrl } from './browser.ts'

export type RawReply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  ms: number
}
export type RawRequest = {
  /** Origin of a site other than the shared one. */
  url?: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** A keep-alive agent, for large numbers of requests. */
  agent?: Agent
  /** The local address of the connection. */
  localAddress?: string
}

export function raw(path: string, options: RawRequest = {}): Promise<RawReply> {
  const { hostname, port } = new URL(options.url ?? siteUrl())
  const began = performance.now()
  return new Promise((done, failed) => {
    const { method = 'GET', headers = {}, body, agent = false, localAddress } = options
    const sent = request({ hostname, port, path, method, headers, agent, localAddress }, reply => {
      const chunks: Buffer[] = []
      reply.on('data', chunk => chunks.push(chunk))
      reply.on('error', failed)
      reply.on('end', () =>
        done({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          text: Buffer.concat(chunks).toString(),
          ms: performance.now() - began,
        }),
      )
    })
    sent.on('error', failed)
    sent.end(body)
  })
}
