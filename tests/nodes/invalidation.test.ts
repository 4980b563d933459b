import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFilm } from '#tests/support/imported-titles.ts'
import type { Site } from '#tests/support/site.ts'
import { type Nodes, startNodes } from './support/nodes.ts'
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts'

let nodes: Nodes
let folder: string
/** Proxies between the service nodes and the page node that a test cuts off. */
let proxies: TcpProxy[]
let remote: Site
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-changes-'))
  nodes = await startNodes({ pages: 1, services: 2 })
  proxies = await Promise.all(nodes.services.map(({ port }) => startTcpProxy({ port })))
  const urls = proxies.map(({ port }) => `http://127.0.0.1:${port}`)
  remote = await nodes.addPage({ API_BASE_URL: urls.join(',') })
}, 240_000)
afterAll(async () => {
  for (const proxy of proxies) proxy.restore()
  await nodes.stop()
  for (const proxy of proxies) await proxy.close()
  await rm(folder, { recursive: true })
})

const pages = () => [...nodes.pages, remote]
const read = async ({ url }: Site, path: string) => (await fetch(url + path)).text()
/** True if each page node answers with the text, also through an API call. */
async function answers(path: string, text: string): Promise<boolean> {
  const all = await Promise.all(pages().map(page => read(page, path)))
  return all.every(html => html.includes(text))
}
/** Fills the caches, makes the change, and expects it everywhere. */
async function expectFresh(path: string, change: (text: string) => Promise<unknown>) {
  for (let round = 0; round < 3; round++) {
    for (const page of pages()) for (let n = 0; n < 3; n++) await read(page, path)
    const text = `change ${crypto.randomUUID()}`
    await change(text)
    await expect.poll(() => answers(path, text), { timeout: 30_000, interval: 50 }).toBe(true)
    // The change stays visible: no node stored a page from a node that had not received the change.
    await new Promise(done => setTimeout(done, 1_500))
    expect(await answers(path, text)).toBe(true)
  }
}

const say = (text: string) => nodes.command('message', 'set', '--fa', text, '--en', text)
async function importFilm(title: string): Promise<string> {
  const file = join(folder, 'film.jsonl')
  const film = aFilm({ external_id: 'changed-film', title: { fa: title, en: title } })
  await writeFile(file, `${JSON.stringify(film)}\n`)
  await nodes.command('import', file)
  const client = new pg.Client(nodes.databaseUrl)
  await client.connect()
  const { rows } = await client.query(
    `select short_id from contents where external_id = 'changed-film'`,
  )
  await client.end()
  return `/en/contents/${rows[0].short_id}/x`
}

test('a system message reaches every page node', () => expectFresh('/', say))

test('a changed home page reaches every page node', () =>
  expectFresh('/en', async text => {
    const file = join(folder, 'home.json')
    const title = { fa: text, en: text }
    const widgets = [{ type: 'video_carousel', title, order: 'latest' }]
    await writeFile(file, JSON.stringify({ widgets }))
    await nodes.command('home', 'apply', file)
  }))

test('a changed title reaches every page node', async () => {
  const path = await importFilm('before')
  await expectFresh(path, importFilm)
})

test.each(['black hole', 'cut'])(
  'a page node that was cut off serves no stale page: %s',
  async how => {
    for (let n = 0; n < 3; n++) await read(remote, '/')
    for (const proxy of proxies) how === 'cut' ? proxy.reject() : proxy.blackHole()
    const text = `unheard ${crypto.randomUUID()}`
    await say(text)
    // Longer than the time without a heartbeat that a node accepts.
    await new Promise(done => setTimeout(done, 4_500))
    expect(await read(remote, '/')).toContain('</html>')
    expect(await (await fetch(`${remote.url}/metrics`)).text()).toContain('pardeh_changes_heard 0')
    for (const proxy of proxies) proxy.restore()
    await expect.poll(() => read(remote, '/'), { timeout: 30_000, interval: 50 }).toContain(text)
    expect(await answers('/', text)).toBe(true)
  },
)

test('a connection that is interrupted for a moment loses nothing', async () => {
  for (let n = 0; n < 3; n++) await read(remote, '/')
  const text = `heard ${crypto.randomUUID()}`
  for (const proxy of proxies) proxy.cut()
  await say(text)
  await expect.poll(() => answers('/', text), { timeout: 30_000, interval: 50 }).toBe(true)
})
