// Mutated calls of /api/openapi.json and mutated page URLs: no 5xx, nothing slow, nothing invalid accepted, and every cached page
// equals a fresh render. FUZZ_SEED=… repeats a run; FUZZ_CALLS and FUZZ_PAGES change its size.
import { Agent } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageAddress } from '#src/http/page-cache/page-address.ts'
import { encodeState } from '#src/lib/session/state.ts'
import { connectEmbedded } from '#src/service/platform/db/embedded.ts'
import { PASSWORD } from '#tests/support/account.ts'
import {
  aCall,
  type Call,
  type Document,
  type Known,
  targetsOf,
} from '#tests/support/fuzz/calls.ts'
import { aPageUrl } from '#tests/support/fuzz/pages.ts'
import { randomFrom, seedOfRun } from '#tests/support/fuzz/random.ts'
import { anAddress } from '#tests/support/raw-member.ts'
import { type RawReply, type RawRequest, raw } from '#tests/support/raw-request.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const SEED = seedOfRun()
const CALLS = Number(process.env.FUZZ_CALLS ?? 1_500)
const PAGES = Number(process.env.FUZZ_PAGES ?? 300)
/** Milliseconds after which a reply is measured again, alone, against the page that this machine answers fastest. */
const SUSPICIOUS_MS = 2_000
const SLOWEST_RATIO = 500
const AT_ONCE = 6
/** A demo subscriber with a kid profile. */
const SUBSCRIBER = '09120000001'

type Who = 'anonymous' | 'subscriber' | 'child'
type Item = { id: string; short_id: string; slug: string; title: string }

let site: Site
let known: Known
const tokens: Record<Who, Record<string, string>> = { anonymous: {}, subscriber: {}, child: {} }
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

beforeAll(async () => {
  process.stdout.write(`FUZZ_SEED=${SEED}\n`)
  site = await startSite({ env: { TRUST_PROXY: '127.0.0.1' } })
  const { items } = await read<{ items: Item[] }>('/video-contents?count=60')
  const [film] = items
  const files = await read<{ video_files: { primary: { video_file_id: string } | null } }>(
    `/video-contents/${film?.short_id}`,
  )
  known = {
    content: film?.id ?? '',
    file: files.video_files.primary?.video_file_id ?? '',
    title: film?.title ?? '',
    ids: items.flatMap(({ id, short_id }) => [id, short_id]),
  }
  await signIn()
}, 120_000)
afterAll(async () => {
  agent.destroy()
  await site?.stop()
})

test(`pages, seed ${SEED}`, { timeout: 900_000 }, async () => {
  const random = randomFrom(SEED)
  const bases = await basePaths()
  const cached = new Set<string>()
  const asked = Array.from({ length: PAGES }, () => {
    const path = aPageUrl(random.pick(bases), random)
    const who = random.pick(['anonymous', 'subscriber', 'child'] as const)
    const method = random.chance(0.1) ? 'HEAD' : 'GET'
    return { path, method, headers: { ...oddVisitor(random), ...tokens[who] } }
  })
  await inTurns(asked, async ({ path, ...request }) => {
    const reply = await ask(path, request)
    const said = `${request.method} ${path} ${JSON.stringify(request.headers)}`
    expect(reply.status, said).toBeLessThan(500)
    expect(reply.isSlow, said).toBe(false)
    const address = pageAddress(path)
    if (address && reply.status === 200) cached.add(address)
  })
  cached.delete('/faq')
  const before = new Map<string, string>()
  await inTurns([...cached], async address => {
    before.set(address, (await ask(address)).text)
  })
  await forgetPages()
  await inTurns([...cached], async address => {
    const clean = await ask(address)
    expect(clean.headers['x-page-cache'], address).toBe('MISS')
    const cached = before.get(address) ?? ''
    expect(differenceOf(cached, clean.text), `${address} was cached otherwise`).toBeNull()
  })
  expect(cached.size).toBeGreaterThan(PAGES / 50)
})

test(`calls, seed ${SEED}`, { timeout: 900_000 }, async () => {
  const random = randomFrom(SEED)
  const document = JSON.parse((await ask('/api/openapi.json')).text) as Document
  const targets = targetsOf(document)
  expect(targets.length).toBeGreaterThan(80)
  const calls = Array.from({ length: CALLS }, () => {
    const who = random.pick(['anonymous', 'subscriber', 'child'] as const)
    return { who, call: aCall(random.pick(targets), known, random) }
  })
  const wrong: string[] = []
  const accepted = new Map<string, number>()
  await inTurns(calls, async ({ who, call }) => {
    if (endsSession(call) && who !== 'anonymous') return
    const reply = await ask(call.path, {
      method: call.method,
      headers: { ...tokens[who], ...call.headers },
      ...(call.body === undefined ? {} : { body: call.body }),
    })
    const said = `${who}: ${call.name} with ${call.what}: ${call.method} ${call.path} ${call.body?.slice(0, 300)} ${JSON.stringify(call.headers)} → ${reply.status} ${reply.text.slice(0, 300)}`
    const isBad =
      reply.status >= 500 ||
      reply.isSlow ||
      (call.isWrong && reply.status < 400) ||
      (call.method !== 'HEAD' && reply.text !== '' && !isEnvelope(reply.text))
    if (isBad) wrong.push(said)
    if (reply.status < 300) accepted.set(call.name, (accepted.get(call.name) ?? 0) + 1)
    if (reply.status === 401 && who !== 'anonymous' && !spoilsTokens(call)) await signInAgain()
  })
  expect(wrong.slice(0, 20), `${wrong.length} of ${CALLS}`).toEqual([])
  // Otherwise every call failed for the same reason.
  expect(accepted.size).toBeGreaterThan(15)
})

/** The machine may be the reason for a slow response: repeated alone it must not be slow compared with a page from the cache. */
async function ask(
  path: string,
  request: RawRequest = {},
): Promise<RawReply & { isSlow: boolean }> {
  const headers = { 'x-forwarded-for': anAddress(), ...request.headers }
  const send = () => raw(path, { url: site.url, agent, ...request, headers })
  const reply = await send().catch(send)
  if (reply.ms < SUSPICIOUS_MS) return { ...reply, isSlow: false }
  const quick = async () => (await raw('/faq', { url: site.url, agent, headers })).ms
  const before = await quick()
  const again = await send()
  return { ...again, isSlow: again.ms > SLOWEST_RATIO * Math.max(before, await quick()) }
}

async function read<T>(path: string, request?: RawRequest): Promise<T> {
  const reply = await ask(`/api${path}`, request)
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.text}`)
  return (JSON.parse(reply.text) as { data: T }).data
}

async function signIn(): Promise<void> {
  const post = <T>(path: string, body: object, headers: Record<string, string> = {}) =>
    read<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const device = { unique_identifier: 'device-of-the-fuzz', platform: 'web' }
  const { access_token } = await post<{ access_token: string }>(
    `/access-token/users/${SUBSCRIBER}/password`,
    { password: PASSWORD, device },
  )
  const authorization = `Bearer ${access_token}`
  const { items } = await read<{ items: { id: string; age_type: string }[] }>('/users/profile/', {
    headers: { authorization },
  })
  for (const [who, profile] of [
    ['subscriber', items.find(({ age_type }) => age_type === 'adult')],
    ['child', items.find(({ age_type }) => age_type !== 'adult')],
  ] as const) {
    const selected = { profile_id: profile?.id, pin: '' }
    const { profile_access_token } = await post<{ profile_access_token: string }>(
      '/users/profile/switch',
      selected,
      { authorization },
    )
    tokens[who] = { authorization, 'profile-token': profile_access_token }
  }
}

let entering: Promise<void> | undefined
/** Waits once for all calls that were rejected at the same time. */
function signInAgain(): Promise<void> {
  entering ??= signIn().finally(() => {
    entering = undefined
  })
  return entering
}

const spoilsTokens = ({ headers }: Call) => 'authorization' in headers || 'profile-token' in headers
const endsSession = ({ name, method }: Call) =>
  method === 'DELETE' && (name === 'logout' || name === 'getSelf' || name === 'updateSelf')

async function basePaths(): Promise<string[]> {
  const { items } = await read<{ items: Item[] }>('/video-contents?count=8')
  const titles = items.map(({ short_id, slug }) => `/contents/${short_id}/${encodeURI(slug)}`)
  const plays = items.map(({ short_id }) => `/play/${short_id}`)
  const catalogue = [
    '/',
    '/contents',
    '/contents?types=series',
    '/contents?order=latest&offset=24',
    '/categories',
    '/categories/kids/kids',
    '/cinema-online',
    '/faq',
    '/about',
    '/apps',
    '/feed.xml',
    '/sitemap.xml',
    '/sitemap/pages.xml',
    '/robots.txt',
    ...titles,
  ]
  const personal = [
    '/login',
    '/register',
    '/user',
    '/user/edit',
    '/profile',
    '/packages',
    '/payment',
    '/tv',
    '/tickets',
    '/dd-agreement',
    '/sso',
    '/gone',
    '/surveys/a',
    ...plays.slice(0, 2),
  ]
  return [...catalogue, ...catalogue, ...personal].flatMap(path => [
    path,
    `/en${path === '/' ? '' : path}`,
  ])
}

function oddVisitor({ pick }: ReturnType<typeof randomFrom>): Record<string, string> {
  const profile = { id: 'a', name: 'a', avatar: '', age_type: 'under_7', is_primary: false }
  const forged = encodeState({ profile } as never)
  return pick<Record<string, string>>([
    {},
    {},
    { cookie: `state=${forged}.${'a'.repeat(32)}` },
    { cookie: 'session=aaaaaaaaaaaaaaaaaaaaaaaa~; state=a.b; unique_id_v3=%00' },
    { 'accept-language': 'en', 'user-agent': 'SmartTV' },
    { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example;proto=https' },
    { 'accept-encoding': 'gzip', range: 'bytes=0-10' },
    { purpose: 'prefetch', 'sec-fetch-site': 'cross-site', origin: 'null' },
  ])
}

/** Invalidates all pages, as an import does. /faq shows when this is done, and is cached again afterwards. */
async function forgetPages(): Promise<void> {
  const { url } = await connectEmbedded(site.dataDir, silentLog)
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`select pg_notify('pardeh_pages', '["*"]')`)
  await client.end()
  await expect.poll(async () => (await ask('/faq')).headers['x-page-cache']).toBe('MISS')
}

function isEnvelope(text: string): boolean {
  try {
    return typeof JSON.parse(text).meta.operation_result === 'string'
  } catch {
    return false
  }
}

/** Returns the first difference between two pages with its context; null if they are equal. */
function differenceOf(...pages: [string, string]): string | null {
  const [one, other] = pages.map(comparable) as [string, string]
  if (one === other) return null
  const at = [...one].findIndex((character, index) => character !== other[index])
  return `${one.slice(at - 60, at + 60)} | ${other.slice(at - 60, at + 60)}`
}

/** Removes the numbers of islands and of the ids in them, which depend on the render order. */
function comparable(page: string): string {
  return page.replace(/ (prefix|uid)="[^"]*"|_r\d+R_/g, '')
}

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  const worker = async () => {
    for (const one of rest) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
