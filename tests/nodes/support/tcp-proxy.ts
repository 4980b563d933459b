/** A TCP proxy that can delay, black-hole or cut its connections, as networks do. */

import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Returns the number of open connections. */
  connections: () => number
  /** Accepts and keeps connections, and passes no byte in either direction, as a failed host or firewall does. */
  blackHole: () => void
  /** Delays every chunk by this many milliseconds. */
  delay: (ms: number) => void
  /** Resets all connections. New ones are passed on. */
  cut: () => void
  /** Resets all connections and every new one. */
  reject: () => void
  /** Passes bytes again. Connections that were black-holed are reset. */
  restore: () => void
  close: () => Promise<void>
}

type Mode = 'pass' | 'black-hole' | 'reject'

export async function startTcpProxy(target: { host?: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let mode: Mode = 'pass'
  let wait = 0

  const server = createServer({ noDelay: true }, client => {
    if (mode === 'reject') return void client.resetAndDestroy()
    keep(client)
    if (mode === 'black-hole') return void client.pause()
    const upstream = keep(dial(target.port, target.host ?? '127.0.0.1'))
    upstream.setNoDelay(true)
    pass(client, upstream)
    pass(upstream, client)
  })

  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }

  function pass(from: Socket, to: Socket) {
    from.on('data', chunk => {
      if (mode === 'black-hole') return
      if (wait > 0) setTimeout(() => to.write(chunk), wait)
      else if (!to.write(chunk)) {
        from.pause()
        to.once('drain', () => from.resume())
      }
    })
    from.on('end', () => {
      if (mode !== 'black-hole') setTimeout(() => to.end(), wait)
    })
    from.on('close', () => {
      if (mode !== 'black-hole') to.destroySoon()
    })
  }

  function reset() {
    for (const socket of sockets) socket.resetAndDestroy()
  }

  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    blackHole: () => {
      mode = 'black-hole'
    },
    delay: ms => {
      wait = ms
    },
    cut: reset,
    reject: () => {
      mode = 'reject'
      reset()
    },
    restore: () => {
      const wasBroken = mode !== 'pass'
      mode = 'pass'
      wait = 0
      if (wasBroken) reset()
    },
    close: async () => {
      reset()
      await new Promise(done => server.close(done))
    },
  }
}
