/** A client light enough to ask more than the server can answer: plain sockets, one request at a time each. */
import { connect } from 'node:net'

export type Rate = { perSecond: number; p50: number; p95: number; failed: number }
type Plan = {
  port: number
  paths: readonly string[]
  connections: number
  /** Either this long, over and over, or each path once. */
  seconds?: number
}

export async function load(plan: Plan): Promise<Rate> {
  const { port, paths, connections, seconds } = plan
  const started = performance.now()
  const times: number[] = []
  let failed = 0
  let asked = 0
  const next = () => {
    const isOver = seconds ? performance.now() - started > seconds * 1000 : asked >= paths.length
    return isOver ? null : (paths[asked++ % paths.length] as string)
  }
  await Promise.all(Array.from({ length: connections }, one))
  const elapsed = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { perSecond: times.length / elapsed, p50: at(0.5), p95: at(0.95), failed }

  function one(): Promise<void> {
    return new Promise((done, refuse) => {
      const socket = connect(port, '127.0.0.1')
      let sent = 0
      let rest = -1
      let head = ''
      const ask = () => {
        const path = next()
        if (path === null) return void socket.end(() => done())
        sent = performance.now()
        rest = -1
        head = ''
        socket.write(
          `GET ${encodeURI(path)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: br\r\n\r\n`,
        )
      }
      socket.setNoDelay(true)
      socket.on('connect', ask)
      socket.on('error', refuse)
      socket.on('data', data => {
        if (rest >= 0) rest -= data.length
        else {
          head += data.toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end < 0) return
          if (!head.startsWith('HTTP/1.1 200')) failed++
          const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
          rest = length - (head.length - end - 4)
        }
        if (rest > 0) return
        times.push(performance.now() - sent)
        ask()
      })
    })
  }
}
