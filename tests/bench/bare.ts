/** A Node http server that does nothing but send the same bytes: `node tests/bench/bare.ts URL` prints its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const HOP = /^(connection|keep-alive|date|transfer-encoding|content-encoding|content-length)$/
const reply = await fetch(process.argv[2] ?? '', { headers: { 'Accept-Encoding': 'identity' } })
const body = Buffer.from(await reply.arrayBuffer())
const size = Number(process.argv[3] ?? body.length)
const sent = body.subarray(0, size)
const headers = {
  ...Object.fromEntries([...reply.headers].filter(([name]) => !HOP.test(name))),
  'Content-Length': sent.length,
}
const server = createServer((_, res) => res.writeHead(200, headers).end(sent))
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
)
