/**
 * The demo's bank in a process of its own, over a database of its own: it outlives whatever happens to the shop.
 * BANK_DATABASE_URL says where it keeps what it knows, PORT where it listens; its address is told to its parent where it
 * was forked, and else printed.
 */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { fakeBank } from '../adapters/payments/fake-bank/fake-bank.routes.ts'
import { openDatabase } from '../db/open.ts'
import { say } from './terminal.ts'

const { BANK_DATABASE_URL: url, PORT = '0' } = process.env
if (!url) throw new Error('BANK_DATABASE_URL is missing')
const database = await openDatabase(url, { size: 10 })
const app = fakeBank({ db: database.db })
// Its pages use the fonts of the built site.
app.use('/fonts/*', serveStatic({ root: 'dist/client' }))
const server = serve(
  {
    fetch: request => app.fetch(request, { address: '127.0.0.1', requestId: 'bank' }),
    port: Number(PORT),
    hostname: '127.0.0.1',
  },
  ({ port }: AddressInfo) => {
    const address = { url: `http://127.0.0.1:${port}` }
    if (process.send) process.send(address)
    else say(`The bank listens at ${address.url}`)
  },
)

async function stop(): Promise<void> {
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
  await database.close()
  process.exit()
}
process.on('SIGTERM', stop)
process.on('disconnect', stop)
