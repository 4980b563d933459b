/**
 * ops/compose.yaml without a container engine: its services run as processes in separate namespaces, with the files that it
 * mounts, the image of the Containerfile, and Debian's servers. Not tested: how an engine publishes ports and restarts services.
 */
import { execFile, spawnSync } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '#src/service/operations/doctor/check.ts'
import { ACCOUNTS, FILES } from '#tests/support/production.ts'
import { root } from '#tests/support/sources.ts'
import { startEngine } from './support/compose/engine.ts'
import { forThisNginx } from './support/compose/images.ts'

const run = promisify(execFile)
const HOST = 'pardeh.example'
/** Addresses of two visitors. */
const [ANNA, BABAK] = ['203.0.113.1', '203.0.113.2']

/** Time for a job that purges, on a busy machine. Without it Varnish would store the page for five minutes. */
const PURGE_MS = 30_000
/** A number of searches above the limit of a visitor in one minute. */
const MORE_THAN_A_MINUTE = 700

const isAble =
  process.getuid?.() === 0 && spawnSync('unshare', ['-mnp', '--fork', 'true']).status === 0

let folder: string
let engine: Awaited<ReturnType<typeof startEngine>>
let ca: string
beforeAll(async () => {
  if (!isAble) return
  folder = await mkdtemp(join(tmpdir(), 'pardeh-compose-'))
  await makeInstallation(folder)
  ca = await readFile(join(folder, 'ops/certificates/fullchain.pem'), 'utf8')
  engine = await startEngine({
    file: join(folder, 'ops/compose.yaml'),
    environment: { POSTGRES_PASSWORD: 'a-password-of-the-test' },
    folder,
    profiles: ['service'],
    visitors: [ANNA, BABAK],
    names: { [HOST]: 'nginx' },
  })
  await engine.up()
})
afterAll(async () => {
  await engine?.end()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** Prepares the folder as the comments of compose.yaml tell an operator to. */
async function makeInstallation(at: string): Promise<void> {
  await cp(join(root, 'ops'), join(at, 'ops'), { recursive: true })
  const file = (name: string) => join(at, 'ops', name)
  await cp(file('pardeh.env.example'), file('pardeh.env'))
  const filled = {
    SITE_URL: `https://${HOST}`,
    SECRET: 'a secret of the tests, long enough for a key',
    KAVENEGAR_API_KEY: ACCOUNTS.KAVENEGAR_API_KEY,
    KAVENEGAR_TEMPLATE: ACCOUNTS.KAVENEGAR_TEMPLATE,
    KAVENEGAR_SENDER: ACCOUNTS.KAVENEGAR_SENDER,
    ZARINPAL_MERCHANT_ID: ACCOUNTS.ZARINPAL_MERCHANT_ID,
    METRICS_TOKEN: 'a-token-of-the-tests',
    // Logs requests with the addresses of visitors.
    ACCESS_LOG: 'address',
  }
  const lines = Object.entries(filled).map(([name, value]) => `${name}=${value}\n`)
  await appendFile(file('pardeh.env'), lines.join(''))
  await writeFile(file('.env'), 'CDN_PURGE_KEY=0123456789abcdef0123456789abcdef\n')
  await mkdir(file('certificates'))
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '90',
    '-subj',
    `/CN=${HOST}`,
    '-addext',
    `subjectAltName=DNS:${HOST}`,
    '-keyout',
    file('certificates/privkey.pem'),
    '-out',
    file('certificates/fullchain.pem'),
  ])
  const nginx = await readFile(file('nginx/compose.nginx.conf'), 'utf8')
  await writeFile(file('nginx/compose.nginx.conf'), forThisNginx(nginx))
}

function get(
  path: string,
  { from = ANNA, headers = {} }: { from?: string; headers?: Record<string, string> } = {},
) {
  const url = path.startsWith('http') ? path : `https://${HOST}${path}`
  return engine.visitors({ from: String(from), to: engine.address('nginx'), url, headers, ca })
}

/** Headers with which Varnish passes a request to a node: it stores no page for a signed-in user. */
const PASSED = { Cookie: 'state=of-nobody' }

const command = (words: string[], volumes: string[] = []) =>
  engine.run('command', words, {
    volumes: [`${join(folder, 'ops/certificates')}:/certificates:ro`, ...volumes],
    environment: { NODE_EXTRA_CA_CERTS: '/certificates/fullchain.pem' },
  })

/** Returns the number of visitors' requests that a node has logged with their own addresses. */
const requestsOf = (node: string) => engine.logs(node).split('"client":"203.0.113.').length - 1

describe.runIf(isAble)('compose.yaml', () => {
  test('every service starts, and plain HTTP redirects to HTTPS', async () => {
    const { status, headers } = await get(`http://${HOST}/search?q=x`)
    expect(status).toBe(308)
    expect(headers.location).toBe(`https://${HOST}/search?q=x`)
    expect((await get('/readyz')).text).toContain('"status":"ready"')
    expect(engine.services.nginx?.ports).toEqual(['80:80', '443:443'])
  })

  test('a node does not run as root and writes only to its volume', async () => {
    const write = (path: string) => {
      const code = `require('fs').writeFileSync('${path}', ''); console.log(process.getuid())`
      return engine.exec('node1', ['/usr/local/bin/node', '-e', code])
    }
    expect((await write('/data/a')).stdout).toBe('10001\n')
    expect((await write('/tmp/a')).stdout).toBe('10001\n')
    for (const path of ['/a', '/pardeh/a', '/usr/local/bin/a', '/etc/a'])
      expect((await write(path)).stderr, path).toMatch(/EROFS|EACCES/)
  })

  test('the first reply comes from a node, the second from Varnish', async () => {
    expect(await get('/')).toMatchObject({ status: 200, headers: { 'x-cache': 'MISS' } })
    // A purge of a node that has just started may come in between.
    await expect
      .poll(async () => (await get('/')).headers['x-cache'], { timeout: PURGE_MS })
      .toBe('HIT')
  })

  test('both nodes answer', async () => {
    const before = [requestsOf('node1'), requestsOf('node2')]
    for (let n = 0; n < 10; n++) await get('/', { headers: PASSED })
    await expect.poll(() => requestsOf('node1')).toBeGreaterThan(before[0] ?? 0)
    await expect.poll(() => requestsOf('node2')).toBeGreaterThan(before[1] ?? 0)
  })

  test('a change by an operator is visible at once, although Varnish had the page', async () => {
    const files = join(folder, 'catalogue')
    await mkdir(files)
    await cp(join(root, 'brand/social.png'), join(files, 'poster.png'))
    for (const { name, text } of Object.values(FILES)) await writeFile(join(files, name), text)
    await engine.fill('media', 'node1', join(root, 'demo/streams/landscape'), 'media/films/rain')
    const { title } = JSON.parse(FILES.titles.text)
    await expect
      .poll(async () => (await get('/')).headers['x-cache'], { timeout: PURGE_MS })
      .toBe('HIT')
    const volume = [`${files}:/catalogue:ro`]
    for (const words of [
      ['import', `/catalogue/${FILES.titles.name}`],
      ['packages', 'apply', `/catalogue/${FILES.packages.name}`],
      ['home', 'apply', `/catalogue/${FILES.home.name}`],
    ]) {
      const { code, stdout, stderr } = await command(words, volume)
      expect(code, stdout + stderr).toBe(0)
    }
    const text = async () => (await get('/')).text
    await expect.poll(text, { timeout: PURGE_MS }).toContain(title.fa)
    await expect
      .poll(async () => (await get('/')).headers['x-cache'], { timeout: PURGE_MS })
      .toBe('HIT')
  })

  test('visitors cannot purge', async () => {
    const purge = (headers: Record<string, string>) =>
      engine.visitors({
        from: ANNA,
        to: engine.address('nginx'),
        url: `https://${HOST}/cdn-purge`,
        method: 'POST',
        headers: { 'Surrogate-Key': '*', ...headers },
        ca,
      })
    expect(await purge({})).toMatchObject({ status: 403 })
    expect(await purge({ Authorization: 'Bearer ' })).toMatchObject({ status: 403 })
  })

  test('limits count by the address of the visitor, whatever the visitor claims', async () => {
    const passed = async (from: string, most: number) => {
      for (let n = 0; n < most; n++) {
        const headers = { 'X-Forwarded-For': `198.51.100.${n % 250}` }
        const { status } = await get('/api/search?query=film', { from, headers })
        if (status === 429) return n
      }
      return most
    }
    expect(await passed(ANNA, MORE_THAN_A_MINUTE)).toBeLessThan(MORE_THAN_A_MINUTE)
    expect(await passed(BABAK, 5)).toBe(5)
  })

  test('the doctor finds no fault except at providers, which cannot be reached here', async () => {
    const { stdout, stderr } = await command(['doctor', '--nodes', '3', '--json'])
    const { checks } = JSON.parse(stdout || '{}') as { checks?: Finding[] }
    if (!checks) throw new Error(stderr)
    const failed = checks.filter(({ status }) => status === 'fail').map(({ name }) => name)
    expect(failed).toEqual(['Kavenegar', 'Zarinpal'])
    const found = Object.fromEntries(checks.map(({ name, status }) => [name, status]))
    for (const name of ['database', 'database locale', 'Redis', 'SITE_URL', 'CDN_PURGE_URL 1'])
      expect(found[name], name).toBe('ok')
  })

  test('a node that ends loses no request, and is used again after it is recreated', async () => {
    const statuses: number[] = []
    let isOver = false
    const visit = async (from: string) => {
      while (!isOver) statuses.push((await get('/', { from, headers: PASSED })).status)
    }
    const visits = [ANNA, BABAK, ANNA, BABAK].map(visit)
    try {
      expect(await engine.stop('node1')).toBe(0)
      const { length } = statuses
      await engine.start('node1')
      await engine.healthy('node1')
      await expect.poll(() => requestsOf('node1')).toBeGreaterThan(0)
      expect(length).toBeGreaterThan(0)
    } finally {
      isOver = true
      await Promise.all(visits)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('Varnish is found again after it is recreated', async () => {
    expect(await engine.stop('varnish')).toBe(0)
    expect((await get('/')).status).toBe(502)
    await engine.start('varnish')
    await expect.poll(async () => (await get('/')).status).toBe(200)
  })
})
