/** TLS to the database, as its URL requires. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '#src/service/platform/db/migrate.ts'
import { openDatabasePool } from '#src/service/platform/db/open.ts'
import { makeCertificates } from './support/certificates.ts'
import { type Postgres, startPostgres } from './support/postgres.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres({ tls: true })
})
afterAll(() => server?.remove())

const ca = () => server.certificates?.ca ?? ''
const open = (query: string, url = server.url) => openDatabasePool(`${url}?${query}`, { size: 1 })

test.each(['require', 'verify-ca', 'verify-full'])(
  'sslmode=%s accepts a server whose authority sslrootcert names',
  async sslmode => {
    const { pool, close } = await open(`sslmode=${sslmode}&sslrootcert=${ca()}`)
    onTestFinished(close)
    const { rows } = await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    expect(rows).toEqual([{ ssl: true }])
  },
)

test('migrations and notifications use TLS too', async () => {
  const ran = await migrate(`${server.url}?sslmode=verify-full&sslrootcert=${ca()}`)
  expect(ran.length).toBeGreaterThan(0)
})

test.each(['require', 'verify-ca', 'verify-full'])(
  'sslmode=%s refuses a server of another authority, and says what to do',
  async sslmode => {
    const folder = `${server.data}-other`
    const other = await makeCertificates(folder)
    await expect(open(`sslmode=${sslmode}&sslrootcert=${other.ca}`)).rejects.toThrow(
      /certificate of the database server is not trusted.*sslrootcert/,
    )
    await expect(open(`sslmode=${sslmode}`)).rejects.toThrow(/not trusted.*sslrootcert/)
  },
)

test('a host name that the certificate does not contain is refused', async () => {
  const url = server.url.replace('127.0.0.1', '127.0.0.2')
  await expect(open(`sslmode=verify-full&sslrootcert=${ca()}`, url)).rejects.toThrow()
})

test('the error names a certificate file that does not exist', async () => {
  const query = 'sslmode=verify-full&sslrootcert=/nowhere/ca.crt'
  await expect(open(query)).rejects.toThrow('/nowhere/ca.crt')
})

test('sslmode=no-verify encrypts and checks nothing', async () => {
  const { pool, close } = await open('sslmode=no-verify')
  onTestFinished(close)
  const { rows } = await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
  expect(rows).toEqual([{ ssl: true }])
})

test('a server without TLS is refused if the URL requires it', async () => {
  const plain = await startPostgres()
  onTestFinished(plain.remove)
  await expect(open('sslmode=require', plain.url)).rejects.toThrow(/does not support it/)
})
