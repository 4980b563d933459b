/**
 * The lowest possible cost of an uncached page: a Node http server that sends the queries of our page with the same prepared
 * statements and a pool of the same size, compresses the same bytes in the same way, and sends them. `node
 * tests/bench/limit-server.ts DATA_DIR SITE_URL` reads the paths from standard input and prints its port. GET /usage answers with
 * its processor time so far.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { calls } from '#src/contract/calls.ts'
import { PAGE_SIZE } from '#src/contract/limits.ts'
import { compressPage } from '#src/http/page-cache/page-bodies.ts'
import { pathLanguage } from '#src/lib/i18n/languages.ts'
import { contentPage } from '#src/service/catalogue/titles/content.ts'
import { listTitles } from '#src/service/catalogue/titles/listing.ts'
import { homePage } from '#src/service/storefront/home.ts'
import { openRecorder, type Round } from './recorded-queries.ts'

type Page = { rounds: Round[]; plain: Buffer; headers: Record<string, string> }

const [dataDir = '', siteUrl = ''] = process.argv.slice(2)
const paths = [...new Set((await text(process.stdin)).split('\n').filter(Boolean))]
const { deps, record, replay } = await openRecorder(dataDir)

const pages = new Map<string, Page>()
for (const path of paths)
  pages.set(encodeURI(path), { rounds: await record(() => run(path)), ...(await bytesOf(path)) })
let statements = 0

const server = createServer(async (req, res) => {
  if (req.url === '/usage')
    return void res.end(JSON.stringify({ ...process.cpuUsage(), statements }))
  const page = pages.get(req.url ?? '')
  if (!page) return void res.writeHead(404).end()
  statements += page.rounds.flat().length
  await replay(page.rounds)
  const body = await compressPage(page.plain, 'br', 'first')
  const own = { 'Content-Encoding': 'br', 'Content-Length': body.length }
  res.writeHead(200, { ...page.headers, ...own }).end(body)
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
)

async function run(path: string): Promise<void> {
  const { pathname, searchParams } = new URL(path, 'http://site')
  const language = pathLanguage(pathname)
  const shortId = /\/contents\/([^/]+)\//.exec(pathname)?.[1]
  if (shortId) return void (await contentPage(deps, shortId, language, null))
  if (!pathname.endsWith('/contents'))
    return void (await homePage(deps, { language, viewer: null, maxAge: null }))
  const { offset, types, categories, flags, order } = calls.listContents.query.parse(
    Object.fromEntries(searchParams),
  )
  const page = { offset, count: PAGE_SIZE }
  await listTitles(
    deps,
    { types, categories, flags, maxAge: null },
    order ?? 'default',
    page,
    language,
  )
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
