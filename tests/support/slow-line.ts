/**
 * A line of limited speed in front of a server on this machine. All connections share its speed. Every chunk takes half a round
 * trip, and a new connection takes another round trip. Unlike emulation in the browser it counts handshakes and connections.
 * Packet loss and slow start are not simulated.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Size in bytes of the pieces in which chunks of several connections take turns. */
const PIECE = 4_096
/** Maximum number of bytes of one connection that wait for their turn; the sender holds back the rest. */
const WINDOW = 65_536

type SlowLine = {
  port: number
  /** Returns the number of connections accepted so far. */
  connections: () => number
  close: () => Promise<void>
}
/** Megabits per second in each direction, and the round trip in milliseconds. */
type LineSpeed = { down: number; up: number; roundTrip: number }

export async function startSlowLine(target: { port: number }, speed: LineSpeed): Promise<SlowLine> {
  const down = createDirection(speed.down, speed.roundTrip / 2)
  const up = createDirection(speed.up, speed.roundTrip / 2)
  const open = new Set<Socket>()
  let accepted = 0

  const server = createServer({ noDelay: true }, client => {
    accepted += 1
    const upstream = connect({ port: target.port, host: '127.0.0.1', noDelay: true })
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => open.delete(socket))
    }
    up(client, upstream, speed.roundTrip)
    down(upstream, client, 0)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => accepted,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}

/** One direction of the line: passes data from `from` to `to`. The first bytes wait for `connecting` ms. */
function createDirection(megabits: number, delay: number) {
  const bytesPerMs = (megabits * 1e6) / 8 / 1_000
  let freeAt = 0
  return (from: Socket, to: Socket, connecting: number) => {
    const openAt = performance.now() + connecting
    const later = createTimeline()
    let waiting = 0
    let lastAt = 0
    from.on('data', chunk => {
      const bytes = chunk as Buffer
      for (let at = 0; at < bytes.length; at += PIECE) {
        const piece = bytes.subarray(at, at + PIECE)
        freeAt = Math.max(freeAt, performance.now(), openAt) + piece.length / bytesPerMs
        lastAt = freeAt + delay
        waiting += piece.length
        later(lastAt, () => {
          waiting -= piece.length
          if (!to.destroyed) to.write(piece)
          if (waiting < WINDOW) from.resume()
        })
      }
      if (waiting >= WINDOW) from.pause()
    })
    from.on('end', () => later(lastAt, () => to.end()))
    from.on('close', () => later(lastAt, () => to.destroySoon()))
  }
}

/** Runs tasks in the order of their due times. With one timer for each, two could change places. */
function createTimeline() {
  const due: { at: number; run: () => void }[] = []
  let isWaiting = false
  function next() {
    isWaiting = false
    while (due[0] && due[0].at <= performance.now()) due.shift()?.run()
    if (!due[0]) return
    isWaiting = true
    setTimeout(next, Math.max(1, due[0].at - performance.now()))
  }
  return (at: number, run: () => void) => {
    due.push({ at, run })
    if (!isWaiting) next()
  }
}
