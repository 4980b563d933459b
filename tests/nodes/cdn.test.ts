import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContentCard } from '#src/contract/content.ts'
import { fillPath } from '#src/contract/endpoint.ts'
import { listProfiles, switchProfile } from '#src/contract/endpoints/profiles.ts'
import { loginByPassword } from '#src/contract/endpoints/session.ts'
import { PASSWORD } from '#tests/support/account.ts'
import { raw } from '#tests/support/raw-request.ts'
import { freePort } from '#tests/support/site.ts'
import { type Nodes, startNodes } from './support/nodes.ts'
import { startVarnish, type Varnish } from './support/varnish.ts'

/** The demo's subscriber, who also has a kid profile. */
const SUBSCRIBER = '09120000001'
const PURGE_KEY = 'the key of the CDN in a test'.replaceAll(' ', '-')

let nodes: Nodes
let varnish: Varnish
const cookies = { visitor: '', subscriber: '', child: '' }
beforeAll(async () => {
  const port = await freePort()
  const env = {
    CDN_PURGE_URL: `http://127.0.0.1:${port}/cdn-purge`,
    CDN_PURGE_KEY: PURGE_KEY,
  }
  nodes = await startNodes({ pages: 2, services: 0, env })
  varnish = await startVarnish({ nodes: nodes.pages, port, purgeKey: PURGE_KEY })
  cookies.subscriber = await signIn(({ is_primary }) => is_primary)
  cookies.child = await signIn(({ age_type }) => age_type !== 'adult')
}, 240_000)
afterAll(async () => {
  await nodes.stop()
  await varnish.stop()
})

const get = async (path: string, cookie = '', origin = varnish.url) => {
  const reply = await fetch(origin + path, { headers: cookie ? { cookie } : {} })
  return { html: await reply.text(), header: (name: string) => reply.headers.get(name) }
}
/** Returns how many soft purges all nodes have sent. */
async function softPurges(): Promise<number> {
  const texts = await Promise.all(
    nodes.pages.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
  )
  const counts = texts.map(
    text => /^pardeh_cdn_soft_purges_total{outcome="purged"} (\d+)/m.exec(text)?.[1] ?? 0,
  )
  return counts.reduce((sum: number, each) => sum + Number(each), 0)
}
/** Returns the titles to which a page links. */
const titles = (html: string) =>
  [
    ...new Set([...html.matchAll(/href="(?:\/en)?\/contents\/([\w-]+)\//g)].map(([, id]) => id)),
  ].join()

/** Returns the cookies of the subscriber, with the profile that `pick` selects. */
async function signIn(pick: (profile: { is_primary: boolean; age_type: string }) => boolean) {
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const call = async (endpoint: { method: string; path: string }, body?: object) => {
    const path = fillPath(endpoint.path, { msisdn: SUBSCRIBER })
    const reply = await fetch(`${varnish.url}/api${path}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', origin: varnish.url, cookie: cookies() },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const { data } = await reply.json()
    expect(reply.status).toBe(200)
    return data
  }
  const device = { unique_identifier: `cdn-${crypto.randomUUID()}` }
  await call(loginByPassword, { password: PASSWORD, device })
  const { items } = await call(listProfiles)
  const profile = items.find(pick)
  await call(switchProfile, { profile_id: profile.id, pin: '' })
  return cookies()
}

test('the CDN answers with a stored page until a change purges it, everywhere', async () => {
  for (let round = 0; round < 4; round++) {
    for (const path of ['/', '/en/contents']) {
      // The nodes purge everything when they start.
      await expect
        .poll(async () => (await get(path)).header('x-cache'), { timeout: 30_000 })
        .toBe('HIT')
    }
    const text = `change ${crypto.randomUUID()}`
    await nodes.command('message', 'set', '--fa', text, '--en', text)
    const isNew = async () => {
      const all = await Promise.all(['/', '/en/contents'].map(path => get(path)))
      return all.every(({ html }) => html.includes(text))
    }
    await expect.poll(isNew, { timeout: 30_000, interval: 50 }).toBe(true)
    await expect.poll(async () => (await get('/')).header('x-cache')).toBe('HIT')
    await new Promise(done => setTimeout(done, 2_000))
    expect(await isNew()).toBe(true)
  }
})

test('a lost connection of LISTEN purges nothing: the CDN serves its pages and fetches them again', async () => {
  const hit = async () => (await get('/')).header('x-cache')
  await expect.poll(hit, { timeout: 30_000 }).toBe('HIT')
  await expect.poll(softPurges, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
  const before = { bans: await varnish.counter('MAIN.bans_added'), soft: await softPurges() }
  const client = new pg.Client(nodes.databaseUrl)
  await client.connect()
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pardeh listen'`,
  )
  await client.end()
  expect(rowCount).toBeGreaterThanOrEqual(2)
  await expect
    .poll(
      async () => {
        expect(await hit()).toBe('HIT')
        return softPurges()
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBeGreaterThanOrEqual(before.soft + 2)
  expect(await varnish.counter('MAIN.bans_added')).toBe(before.bans)
})

test('nodes allow storing a page only in replies to anonymous requests', async () => {
  const [{ url = '' } = {}] = nodes.pages
  await get('/', '', url)
  expect((await get('/', '', url)).header('surrogate-control')).toMatch(/^max-age=\d+/)
  expect((await get('/', '', url)).header('surrogate-key')).toBe('shell home catalogue packages')
  for (const cookie of [cookies.subscriber, cookies.child])
    for (const name of ['surrogate-control', 'cdn-cache-control', 'surrogate-key', 'cache-tag'])
      expect((await get('/', cookie, url)).header(name)).toBeNull()
})

test('a child, a subscriber and a visitor never see each other’s page at the same URL', async () => {
  const paths = ['/', '/contents', '/en', '/en/contents']
  const [{ url = '' } = {}] = nodes.pages
  const own = new Map<string, string>()
  for (const [who, cookie] of Object.entries(cookies))
    for (const path of paths) own.set(`${who} ${path}`, titles((await get(path, cookie, url)).html))
  for (const path of paths) {
    expect(own.get(`visitor ${path}`)).toBe(own.get(`subscriber ${path}`))
    expect(own.get(`child ${path}`)).not.toBe(own.get(`visitor ${path}`))
  }
  const wrong: string[] = []
  let stored = 0
  let isDone = false
  const look = async (who: keyof typeof cookies) => {
    for (let n = 0; !isDone; n++) {
      const path = paths[n % paths.length] ?? '/'
      const { html, header } = await get(path, cookies[who])
      const isStored = header('x-cache') === 'HIT'
      if (isStored) stored++
      const isPrivate = header('cache-control')?.includes('private') === true
      const isRight =
        titles(html) === own.get(`${who} ${path}`) &&
        isPrivate === (who === 'child') &&
        !(isStored && who !== 'visitor')
      if (!isRight) wrong.push(`${who} ${path} ${header('x-cache')} ${header('cache-control')}`)
    }
  }
  const people = (['visitor', 'child', 'subscriber', 'child', 'visitor'] as const).map(look)
  const ban = { Authorization: `Bearer ${varnish.purgeKey}`, 'Surrogate-Key': '*' }
  for (let n = 0; n < 30; n++) {
    await new Promise(done => setTimeout(done, 250))
    await fetch(varnish.purgeUrl, { method: 'POST', headers: ban })
  }
  isDone = true
  await Promise.all(people)
  expect(wrong).toEqual([])
  expect(stored).toBeGreaterThan(30)
})

test('all nodes send the same bytes and ETag for a page, whatever they rendered before', async () => {
  const [first, second] = nodes.pages
  const reply = await fetch(`${first?.url}/api/video-contents?count=6`)
  const { data } = (await reply.json()) as { data: { items: ContentCard[] } }
  const titles = data.items.flatMap(({ short_id, slugs }) => [
    `/contents/${short_id}/${encodeURIComponent(slugs.fa)}`,
    `/en/contents/${short_id}/${slugs.en}`,
  ])
  const others = ['/', '/en', '/contents', '/en/contents?types=series', '/faq', '/en/about']
  const more = [
    '/categories',
    '/en/categories',
    '/categories/kids/kids',
    '/cinema-online',
    '/rules',
  ]
  const paths = [...others, ...titles, ...more]
  const pagesOf = async (url = '', order = paths) => {
    const replies = new Map<string, unknown>()
    for (const path of order) {
      const { status, headers, text } = await raw(path, { url, headers: { host: 'localhost' } })
      replies.set(path, [status, headers.etag, text])
    }
    return paths.map(path => replies.get(path))
  }
  const pages = await pagesOf(first?.url)
  expect(pages).toEqual(await pagesOf(second?.url, paths.toReversed()))
  const statuses = pages.map(page => (page as unknown[])[0])
  expect(statuses.filter(status => status !== 200 && status !== 301)).toEqual([])
})
