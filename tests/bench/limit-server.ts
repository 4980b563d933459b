/**
 * The least that an uncached page can cost: a Node http server that asks what our page asks, by the same prepared statements and a pool of the
 * same size, compresses the same bytes in the same way, and sends them. `node tests/bench/limit-server.ts DATA_DIR SITE_URL` reads
 * the paths from standard input and prints its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import pino from 'pino'
import { compressPage } from '#src/http/page-bodies.ts'
import { languageOf } from '#src/lib/i18n/languages.ts'
import { contentPage } from '#src/service/catalogue/content.ts'
import { connectEmbedded } from '#src/service/db/embedded.ts'
import { openDatabase } from '#src/service/db/open.ts'
import { enablePreparedStatements } from '#src/service/db/prepared.ts'
import type { Deps } from '#src/service/deps.ts'
import { readEnv } from '#src/service/env.ts'
import { homePage } from '#src/service/pages/home.ts'

type Query = [config: pg.QueryConfig, values: unknown[]]
/** Queries that our page has sent together; those of the next round waited for them. */
type Round = Query[]
type Page = { rounds: Round[]; plain: Buffer; headers: Record<string, string> }

const [dataDir = '', siteUrl = ''] = process.argv.slice(2)
const paths = [...new Set((await text(process.stdin)).split('\n').filter(Boolean))]
const env = readEnv({ DATA_DIR: dataDir, SECRET: 'b'.repeat(40) })
const log = pino({ level: 'error' })
const { url } = await connectEmbedded(dataDir, log)
let recorded: Round[] = []
let running = 0
const { db, pool } = await openDatabase(url, { size: env.DB_POOL, route: recording })
enablePreparedStatements(db)
const deps = { env, db, now: () => new Date(), key: () => Buffer.alloc(32), log } as unknown as Deps

const pages = new Map<string, Page>()
// In the first round ours fills its own caches, as it has when it is measured.
for (const path of paths) await run(path)
for (const path of paths) {
  recorded = []
  await run(path)
  pages.set(encodeURI(path), { rounds: recorded, ...(await bytesOf(path)) })
}

const server = createServer(async (req, res) => {
  const page = pages.get(req.url ?? '')
  if (!page) return void res.writeHead(404).end()
  for (const round of page.rounds)
    await Promise.all(round.map(([config, values]) => pool.query(config, values)))
  const body = await compressPage(page.plain, 'br', 'first')
  const own = { 'Content-Encoding': 'br', 'Content-Length': body.length }
  res.writeHead(200, { ...page.headers, ...own }).end(body)
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
)

async function run(path: string): Promise<void> {
  const language = languageOf(path)
  const shortId = /\/contents\/([^/]+)\//.exec(path)?.[1]
  if (shortId) await contentPage(deps, shortId, language, null)
  else await homePage(deps, { language, viewer: null, maxAge: null })
}

/** Passes queries on, and notes them. */
function recording(primary: pg.Pool): pg.Pool {
  const ask = primary.query.bind(primary) as unknown as (...query: Query) => Promise<unknown>
  const query = async (...given: Query) => {
    if (running === 0) recorded.push([])
    recorded.at(-1)?.push(given)
    running++
    try {
      return await ask(...given)
    } finally {
      running--
    }
  }
  return Object.assign(Object.create(primary) as pg.Pool, { query })
}

async function bytesOf(path: string): Promise<Pick<Page, 'plain' | 'headers'>> {
  const reply = await fetch(siteUrl + encodeURI(path), {
    headers: { 'Accept-Encoding': 'identity' },
  })
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
  const ofReply = /^(connection|keep-alive|date|transfer-encoding|content-encoding|content-length)$/
  const headers = Object.fromEntries([...reply.headers].filter(([name]) => !ofReply.test(name)))
  return { plain: Buffer.from(await reply.arrayBuffer()), headers }
}
