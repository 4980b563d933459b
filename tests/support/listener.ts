/** A server of a test on a free port of this machine, and what it was asked. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Listener = { port: number; origin: string; asked: string[] }

export async function aListener(answer: RequestListener): Promise<Listener> {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(req.url ?? '')
    answer(req, res)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${port}`, asked }
}
