/**
 * Measures the most frequent calls and pages of a signed-in subscriber beside a bare Node server that does the same work on the same
 * PostgreSQL (bare-calls.ts, limit-server.ts): processor time and statements of one call, in turns. Writes its section of
 * docs/benchmarks.md. `npm run bench -- calls [NAME…]` prints the named ones only.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connectEmbedded } from '#src/service/platform/db/embedded.ts'
import { findPostmaster } from '#src/service/platform/db/postmaster.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { SECRET } from './filled-site.ts'
import { load, type Rate } from './load.ts'
import { machine, median, writeReport } from './report.ts'
import { type BenchViewer, insertViewers, keepCookies } from './viewers.ts'

const root = resolve(import.meta.dirname, '../..')
const VIEWERS = 160
const CONNECTIONS = 8
const TURNS = 3
/** Requests of a turn: of a call, of a page that is rendered, and of one from the cache. */
const [CALLS, PAGES, CACHED] = [1_500, 400, 8_000]
/** A turn is run so often before the first one that counts: a node in service has compiled what it runs often. */
const WARM_UP_TURNS = 2
/** Clock ticks a second of /proc, which Linux fixes at 100 for programs. */
const TICKS = 100
const FIRST_MINUTE_MS = 70_000
const IDLE_WINDOWS = 5
const IDLE_MS = 12_000
const MARKS = 24

/** A reply of our service, for the bare server to send. */
export type BareReply = {
  data?: unknown
  shortId?: string
  /** Names of titles, for its search. */
  names?: string[]
  headers?: Record<string, string>
  plain?: string
  /** Compressed bytes in base64, if the page is kept compressed. */
  br?: string
}

type Ask = { headers: Record<string, string>; body?: object }
type Kind = {
  name: string
  /** Name in the report. */
  title: string
  /** Requests of a turn. */
  count: number
  /** Path for the request with this number. */
  path: (number: number) => string
  ask: (number: number) => Ask
  server: 'calls' | 'limit'
  isUncached?: boolean
}
/** Milliseconds of one call in the server's process and in PostgreSQL, and its statements. */
type Cost = { cpu: number; database: number; statements: number; perSecond: number }
type Row = { kind: Kind; ours: Cost; bare: Cost }

type Card = { id: string; short_id: string; slugs: { fa: string }; title: string }

const wanted = process.argv.slice(2)
const site = await startSite({
  env: {
    SECRET,
    LOG_LEVEL: 'error',
    // Each code needs a number and an address of its own.
    TRUST_PROXY: '127.0.0.1',
    SMS_PER_MINUTE: '1000000',
    SMS_PER_HOUR: '1000000',
    SMS_PER_DAY: '1000000',
  },
})
const rows: Row[] = []
let people = 0
let addresses = 0
let idle = { cpu: 0, transactions: 0 }
try {
  const inserted = await insertViewers({ dataDir: site.dataDir, secret: SECRET }, VIEWERS, {
    hasLists: true,
  })
  const viewers = await Promise.all(inserted.map(each => keepCookies(site.url, each)))
  const kinds = (await kindsOf(site, viewers)).filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name),
  )
  idle = await idleOf(site)
  const servers = await startBareServers(site, kinds)
  try {
    for (const kind of kinds) {
      rows.push(await compare(kind, servers[kind.server]))
      console.log(line(rows.at(-1) as Row))
    }
  } finally {
    for (const { stop } of Object.values(servers)) stop()
  }
} finally {
  await site.stop()
}
console.log(report())
if (wanted.length === 0) writeReport('calls', report())

async function kindsOf({ url }: Site, viewers: readonly BenchViewer[]): Promise<Kind[]> {
  const { items } = (
    (await (await fetch(`${url}/api/video-contents?count=100`)).json()) as {
      data: { items: Card[] }
    }
  ).data
  const ids = items.slice(0, MARKS).map(({ id }) => id)
  const first = items[0] as Card
  const word = first.title.slice(0, 4).trim()
  const viewer = (number: number) => viewers[number % viewers.length] as BenchViewer
  const browser = (number: number, mode = 'cors') => ({
    Cookie: viewer(number).cookie,
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Mode': mode,
    'Accept-Language': 'fa',
    'User-Agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36',
  })
  const anonymous = () => ({
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'Accept-Language': 'fa',
      Cookie: 'unique_id_v3=anonymous',
    },
  })
  const elsewhere = () => ({ headers: { ...anonymous().headers, 'X-Forwarded-For': newAddress() } })
  const personal = (number: number) => ({ headers: browser(number) })
  const navigating = (number: number) => ({
    headers: { ...browser(number, 'navigate'), Accept: 'text/html' },
  })
  const call = (
    name: string,
    title: string,
    path: Kind['path'],
    ask: Kind['ask'],
    count = CALLS,
  ): Kind => ({
    name,
    title,
    count,
    path: number => `/api${path(number)}`,
    ask,
    server: 'calls',
  })
  const page = (name: string, title: string, path: string, more: Partial<Kind>): Kind => ({
    name,
    title,
    count: PAGES,
    path: () => path,
    ask: () => ({ headers: {} }),
    server: 'calls',
    ...more,
  })
  const file = (number: number, use: string) => {
    const { contentId, fileId } = viewer(number)
    return `/video-contents/${contentId}/files/${fileId}/${use}`
  }
  const titlePath = `/contents/${first.short_id}/${first.slugs.fa}`
  return [
    call(
      'heartbeat',
      'heartbeat',
      number => file(number, 'playback'),
      number => ({
        headers: browser(number),
        body: { current_time: 10 + Math.floor(number / VIEWERS), lease_id: viewer(number).leaseId },
      }),
    ),
    call('getSelf', 'users/_self', () => '/users/_self', personal),
    call('listProfiles', 'profiles', () => '/users/profile/', personal),
    call(
      'conditionalProps',
      `conditional-props-compact (${MARKS} ids)`,
      () => '/video-contents/conditional-props-compact',
      number => ({
        headers: browser(number),
        body: { ids },
      }),
    ),
    call(
      'continueWatching',
      'continue watching',
      () => '/users/_self/profile/continue-watching',
      personal,
    ),
    call('bookmarks', 'bookmarks', () => '/users/_self/bookmarks', personal),
    call('search', 'search', () => `/search?query=${word}`, elsewhere),
    call('listing', 'listing', () => '/video-contents?count=24', anonymous),
    call('content', 'content', () => `/video-contents/${first.short_id}`, anonymous),
    call('home', 'home page of a subscriber (API)', () => '/widgets/personal-home-page', personal),
    // Replaces the leases of the viewers, so heartbeats come before.
    call('getPlayback', 'getPlayback', number => file(number, 'play'), personal),
    call('otp', 'OTP request', () => `/access-token/users/${msisdn()}/otp`, elsewhere),
    page('userPage', 'page: /user', '/user', { ask: navigating }),
    page('homeOfSubscriber', "page: home from the cache, with a subscriber's cookies", '/', {
      ask: navigating,
      count: CACHED,
    }),
    page('homeCached', 'page: home from the cache', '/', { count: CACHED }),
    page('listingCached', 'page: listing from the cache', '/contents', { count: CACHED }),
    page('titleCached', 'page: title from the cache', titlePath, { count: CACHED }),
    page('homeUncached', 'page: home uncached', '/', { isUncached: true, server: 'limit' }),
    page('listingUncached', 'page: listing uncached', '/contents', {
      isUncached: true,
      server: 'limit',
    }),
    page('titleUncached', 'page: title uncached', titlePath, { isUncached: true, server: 'limit' }),
  ]
}

/** Returns a mobile number that no request had before. */
function msisdn(): string {
  people++
  return `0921${String(people).padStart(7, '0')}`
}

/** Returns an address that no request had before: searches and codes are limited by address. */
function newAddress(): string {
  addresses++
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

type BareServer = { port: number; stop: () => void }

async function startBareServers(
  running: Site,
  kinds: readonly Kind[],
): Promise<Record<Kind['server'], BareServer>> {
  const replies: Record<string, BareReply> = {}
  const limits: string[] = []
  for (const kind of kinds) {
    if (kind.server === 'limit') limits.push(kind.path(0))
    else replies[kind.name] = await replyOf(running, kind)
  }
  return {
    calls: await bareServer('bare-calls.ts', [running.dataDir, SECRET], JSON.stringify(replies)),
    limit: await bareServer('limit-server.ts', [running.dataDir, running.url], limits.join('\n')),
  }
}

async function replyOf(running: Site, { name, path, ask }: Kind): Promise<BareReply> {
  const { headers, body } = ask(0)
  const reply = await fetch(running.url + encodeURI(path(0)), {
    headers: {
      ...headers,
      'Accept-Encoding': 'identity',
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  if (!reply.ok) throw new Error(`${name} answered ${reply.status}: ${await reply.text()}`)
  const own = /^(connection|keep-alive|date|transfer-encoding|content-encoding|content-length)$/
  const kept = Object.fromEntries([...reply.headers].filter(([header]) => !own.test(header)))
  if (kept['content-type']?.startsWith('text/html')) {
    const plain = await reply.text()
    if (name === 'userPage') return { headers: kept, plain }
    const br = await rawBytes(running, path(0))
    return { headers: kept, br: br.toString('base64') }
  }
  const { data } = (await reply.json()) as { data: { short_id?: string; items?: Card[] } }
  const names = name === 'search' ? await namesOf(running) : undefined
  return { data, ...(data.short_id ? { shortId: data.short_id } : {}), ...(names ? { names } : {}) }
}

async function namesOf({ url }: Site): Promise<string[]> {
  const reply = await fetch(`${url}/api/video-contents?count=100`)
  const { data } = (await reply.json()) as { data: { items: Card[] } }
  return data.items.map(({ title }) => title)
}

/** Returns the compressed bytes of a page, as the page cache sends them. */
async function rawBytes({ port }: Site, path: string): Promise<Buffer> {
  const { request } = await import('node:http')
  const reading = request({
    port,
    path: encodeURI(path),
    headers: { 'accept-encoding': 'br' },
  }).end()
  const [reply] = await once(reading, 'response')
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part)
  return Buffer.concat(parts)
}

async function bareServer(file: string, args: string[], input: string): Promise<BareServer> {
  const server = spawn(process.execPath, [`tests/bench/${file}`, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  server.stdin.end(input)
  const failed = once(server, 'exit').then(() => {
    throw new Error(`${file} has ended`)
  })
  const [port] = (await Promise.race([once(server.stdout, 'data'), failed])) as [Buffer]
  failed.catch(() => undefined)
  return { port: Number(port), stop: () => server.kill() }
}

async function compare(kind: Kind, bare: BareServer): Promise<Row> {
  const sides = { ours: ourUsage, bare: () => bareUsage(bare.port) } as const
  const ports = { ours: site.port, bare: bare.port }
  for (let turn = 0; turn < WARM_UP_TURNS; turn++)
    for (const side of ['ours', 'bare'] as const) await run(kind, ports[side], side)
  const costs: Record<keyof typeof sides, Cost[]> = { ours: [], bare: [] }
  for (let turn = 0; turn < TURNS; turn++)
    for (const side of ['ours', 'bare'] as const) {
      const [before, database, began] = [await sides[side](), databaseSeconds(), performance.now()]
      const rate = await run(kind, ports[side], side)
      const seconds = (performance.now() - began) / 1_000
      const after = await sides[side]()
      const own = after.cpu - before.cpu - (side === 'ours' ? idle.cpu * seconds : 0)
      costs[side].push({
        cpu: (own * 1_000) / kind.count,
        database: ((databaseSeconds() - database) * 1_000) / kind.count,
        statements: (after.statements - before.statements) / kind.count,
        perSecond: rate.perSecond,
      })
    }
  return { kind, ours: middle(costs.ours), bare: middle(costs.bare) }
}

function middle(costs: readonly Cost[]): Cost {
  const of = (field: keyof Cost) => median(costs.map(cost => cost[field]))
  return {
    cpu: of('cpu'),
    database: of('database'),
    statements: of('statements'),
    perSecond: of('perSecond'),
  }
}

async function run(kind: Kind, port: number, side: 'ours' | 'bare'): Promise<Rate> {
  const { name, count, path, ask, server, isUncached = false } = kind
  const prefix = side === 'bare' && server === 'calls' ? `/${name}` : ''
  const asked = Array.from({ length: count }, (_, number) => {
    const own = path(number)
    return prefix + (prefix ? own.replace(/^\/api/, '') : own)
  })
  const rate = await load({ port, paths: asked, connections: CONNECTIONS, ask, isUncached })
  if (rate.failed > 0) throw new Error(`${name}: ${rate.failed} of ${count} failed (${side})`)
  return rate
}

type Usage = { cpu: number; statements: number }

/** Reads processor time and statements of our process, without those of the job queue. */
async function ourUsage(): Promise<Usage> {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  let statements = 0
  for (const [, query, count] of text.matchAll(
    /^pardeh_query_seconds_count\{query="([^"]*)"\} (\S+)/gm,
  ))
    if (!query?.includes('jobs.')) statements += Number(count)
  return { cpu: Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? 0), statements }
}

async function bareUsage(port: number): Promise<Usage> {
  const usage = (await (await fetch(`http://127.0.0.1:${port}/usage`)).json()) as {
    user: number
    system: number
    statements: number
  }
  return { cpu: (usage.user + usage.system) / 1e6, statements: usage.statements }
}

/** Returns the CPU seconds of PostgreSQL's processes that run now; 0 where there is no /proc. */
function databaseSeconds(): number {
  const server = findPostmaster(join(resolve(site.dataDir), 'pg'))
  if (!server || process.platform !== 'linux') return 0
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(fields[1]) === server.pid) ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // The process has ended.
    }
  }
  return ticks / TICKS
}

/** Measures a node without visitors: seconds of processor time and transactions, each per second. */
async function idleOf(running: Site): Promise<{ cpu: number; transactions: number }> {
  const client = new pg.Client((await connectEmbedded(running.dataDir, silentLog)).url)
  await client.connect()
  const transactions = async () => {
    const { rows: found } = await client.query(
      'select xact_commit::int as count from pg_stat_database where datname = current_database()',
    )
    return Number(found[0].count)
  }
  try {
    // A node that has just started still compiles, and in its first minute its jobs run twice as often.
    await wait(FIRST_MINUTE_MS)
    const windows: number[] = []
    // Jobs run every few seconds, so their transactions are counted over all windows.
    const [count, began] = [await transactions(), performance.now()]
    for (let window = 0; window < IDLE_WINDOWS; window++) {
      const [before, start] = [await ourUsage(), performance.now()]
      await wait(IDLE_MS)
      const seconds = (performance.now() - start) / 1_000
      windows.push(((await ourUsage()).cpu - before.cpu) / seconds)
    }
    const seconds = (performance.now() - began) / 1_000
    return {
      cpu: Math.min(...windows),
      transactions: ((await transactions()) - count) / seconds,
    }
  } finally {
    await client.end()
  }
}

function line({ kind, ours, bare }: Row): string {
  const ratio = bare.cpu / ours.cpu
  const two = (value: number) => value.toFixed(2)
  const cells = [
    kind.title,
    `${two(ours.cpu)} / ${two(bare.cpu)}`,
    two(ratio),
    `${ours.statements.toFixed(1)} / ${bare.statements.toFixed(1)}`,
    `${two(ours.database)} / ${two(bare.database)}`,
  ]
  return `| ${cells.join(' | ')} |`
}

function report(): string {
  return `## Calls and pages of one viewer

Written by \`npm run bench -- calls\` on ${machine()}: ${VIEWERS} subscribers of the demo, PostgreSQL and the client on the same
machine, ${CONNECTIONS} at once. Bare: a Node http server that checks the same tokens, reads and writes the same rows by named
statements, compresses in the same way and sends the same JSON or page. Processor time of one call in the server's process, over all its threads (less what ours
uses while idle), medians of ${TURNS} turns of ${CALLS.toLocaleString('en')} calls or ${PAGES} pages, ours and bare in turns, after ${WARM_UP_TURNS} turns that do not count. It is given instead of calls a second, because other work on the machine does not change
it as much. PostgreSQL: processor time of its processes for one call. An idle node uses ${(idle.cpu * 100).toFixed(1)}% of a processor and makes ${idle.transactions.toFixed(1)} transactions a second.

| call | CPU ms ours / bare | bare / ours | statements ours / bare | PostgreSQL ms ours / bare |
|---|---:|---:|---:|---:|
${rows.map(line).join('\n')}
`
}
