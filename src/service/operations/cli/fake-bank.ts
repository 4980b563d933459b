/**
 * Runs the demo's bank in a process of its own, with a database of its own, so that it survives crashes of the shop. BANK_DATABASE_URL
 * names its database and PORT its port. It sends its address to the parent process if it was forked, and prints it otherwise.
 */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { fakeBank } from '../../platform/adapters/payments/fake-bank/fake-bank.routes.ts'
import { openDatabasePool } from '../../platform/db/open.ts'
import { say } from './terminal.ts'

const { BANK_DATABASE_URL: url, PORT = '0' } = process.env
if (!url) throw new Error('BANK_DATABASE_URL is missing')
const database = await openDatabasePool(url, { size: 10 })
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
    else say(`The bank listens on ${address.url}`)
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
