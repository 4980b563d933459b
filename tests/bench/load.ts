/** A load generator that is lighter than the server it measures: plain sockets, one request at a time on each. */
import { connect } from 'node:net'

export type Rate = { perSecond: number; p50: number; p95: number; failed: number }
type Plan = {
  port: number
  paths: readonly string[]
  connections: number
  /** Requests the paths repeatedly for this many seconds. Without it, each path is requested once. */
  seconds?: number
  /** Sends a different Host header with every request. Without SITE_URL the page cache uses it in its key, so that no page is cached. */
  isUncached?: boolean
  /** Cookie of every request. */
  cookie?: string
  /** Returns the headers of the request with this number, from 0, and its body. A request without a body uses GET. */
  ask?: (number: number) => { headers: Record<string, string>; body?: object }
}

/** Returns the rate in the middle by requests per second. */
export function medianRate(rates: readonly Rate[]): Rate {
  return rates.toSorted((a, b) => a.perSecond - b.perSecond)[rates.length >> 1] as Rate
}

export async function load(plan: Plan): Promise<Rate> {
  const { port, paths, connections, seconds, isUncached = false, cookie, ask } = plan
  const started = performance.now()
  const times: number[] = []
  let failed = 0
  let requested = 0
  const next = () => {
    const isOver = seconds
      ? performance.now() - started > seconds * 1000
      : requested >= paths.length
    return isOver ? null : requested++
  }
  await Promise.all(Array.from({ length: connections }, one))
  const elapsed = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { perSecond: times.length / elapsed, p50: at(0.5), p95: at(0.95), failed }

  function one(): Promise<void> {
    return new Promise((done, fail) => {
      const socket = connect(port, '127.0.0.1')
      let sent = 0
      let rest = -1
      let isChunked = false
      let head = ''
      const request = () => {
        const number = next()
        if (number === null) return void socket.end(() => done())
        const path = paths[number % paths.length] as string
        const host = isUncached ? newHost() : '127.0.0.1'
        sent = performance.now()
        rest = -1
        isChunked = false
        head = ''
        const { headers, body } = ask?.(number) ?? { headers: {}, body: undefined }
        const json = body ? JSON.stringify(body) : ''
        const sentHeaders = {
          Host: `${host}:${port}`,
          'Accept-Encoding': 'br',
          ...(cookie ? { Cookie: cookie } : {}),
          ...(body ? { 'Content-Type': 'application/json' } : {}),
          ...(body ? { 'Content-Length': String(Buffer.byteLength(json)) } : {}),
          ...headers,
        }
        const lines = Object.entries(sentHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
        const first = `${body ? 'POST' : 'GET'} ${encodeURI(path)} HTTP/1.1\r\n`
        socket.write(`${first}${lines.join('')}\r\n${json}`)
      }
      socket.setNoDelay(true)
      socket.on('connect', request)
      socket.on('error', fail)
      socket.on('data', data => {
        if (rest >= 0) rest -= data.length
        else if (isChunked) rest = isLast(data) ? 0 : -1
        else {
          head += data.toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end < 0) return
          if (!head.startsWith('HTTP/1.1 200')) failed++
          isChunked = /transfer-encoding: chunked/i.test(head.slice(0, end))
          const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
          rest = isChunked ? (isLast(data) ? 0 : -1) : Math.max(0, length - (head.length - end - 4))
        }
        if (rest !== 0) return
        times.push(performance.now() - sent)
        request()
      })
    })
  }
}

/** True for the last part of a chunked body. */
function isLast(data: Buffer): boolean {
  return data.subarray(-5).toString('latin1') === '0\r\n\r\n'
}

let hosts = 0
/** Returns a loopback name that no request had before; demo mode accepts each of them. */
function newHost(): string {
  hosts++
  return `127.${(hosts >> 16) & 255}.${(hosts >> 8) & 255}.${hosts & 255}`
}
