/** URLs in an advert: the server calls public ones only, limits what it reads, and passes only public links on. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getPlayback, reportAdvert } from '#src/contract/endpoints/player.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const OWN = 'http://127.0.0.1:4321'
let service: TestService
let params: { id: string; fileId: string; use: string }

beforeAll(async () => {
  service = await startTestService()
  const media = { stream: 'demo/landscape' }
  await importRecords(service, [aFilm({ external_id: 'free', media, flags: ['free_content'] })])
  const [row] = await service.deps.db
    .select({ id: contents.id, fileId: videoFiles.id })
    .from(videoFiles)
    .innerJoin(contents, eq(contents.id, videoFiles.contentId))
    .where(eq(contents.externalId, 'free'))
  if (!row) throw new Error('no file')
  params = { ...row, use: 'play' }
}, 180_000)
afterAll(() => service.stop())

const ad = (inner: string) =>
  `<?xml version="1.0"?><VAST version="3.0"><Ad id="1">${inner}</Ad></VAST>`
const wrapper = (to: string) =>
  ad(`<Wrapper><AdSystem>x</AdSystem><VASTAdTagURI><![CDATA[${to}]]></VASTAdTagURI></Wrapper>`)
const inline = (tracking: string, click = `${OWN}/packages`) =>
  ad(`<InLine><AdSystem>x</AdSystem><AdTitle>x</AdTitle><Impression><![CDATA[${tracking}]]></Impression>
  <Creatives><Creative><Linear><Duration>00:00:10</Duration><VideoClicks><ClickThrough><![CDATA[${click}]]></ClickThrough></VideoClicks>
  <MediaFiles><MediaFile delivery="streaming" type="application/x-mpegURL" width="1" height="1">
  <![CDATA[${OWN}/media/demo/adverts/pardeh/master.m3u8]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine>`)

/** The operator's advert server at a private address; its response depends on the path. */
async function anAdvertServer(
  pages: (own: TestServer) => Record<string, string>,
): Promise<TestServer> {
  const own: TestServer = await startTestServer((req, res) => {
    const page = pages(own)[req.url ?? '']
    res.writeHead(page === undefined ? 204 : 200, { 'Content-Type': 'text/xml' }).end(page)
  })
  const { env } = service.deps
  Object.assign(service.deps, { env: { ...env, VAST_URL: `${own.origin}/vast` } })
  onTestFinished(() => void Object.assign(service.deps, { env }))
  return own
}

const advert = async (): Promise<PlaybackDescriptor['advert']> =>
  (await service.api(getPlayback, { params })).advert
const report = (path = '') =>
  service.api(reportAdvert, { params: { token: path.split('/').at(-1) ?? '' } })

test("the operator's own server is called at a private address too", async () => {
  const own = await anAdvertServer(({ origin }) => ({
    '/vast': wrapper(`${origin}/second`),
    '/second': inline(`${origin}/seen`),
  }))
  const found = await advert()
  expect(found).not.toBeNull()
  await report(found?.events.impression?.[0])
  expect(own.asked).toEqual(['/vast', '/second', '/seen'])
})

test('the reply to a browser does not contain the private address of the operator’s server', async () => {
  const own = await anAdvertServer(() => ({ '/vast': inline('https://x.example/seen') }))
  const path = (await advert())?.events.impression?.[0] ?? ''
  const [body = ''] = path.split('/').at(-1)?.split('.') ?? []
  const claims = Buffer.from(body, 'base64url').toString()
  expect(claims).toContain('x.example')
  expect(claims).not.toContain(new URL(own.origin).host)
})

test('a wrapper with a private address is not followed', async () => {
  const inner = await startTestServer((_, res) =>
    res.writeHead(200, { 'Content-Type': 'text/xml' }).end(inline('http://x.example/')),
  )
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]']) {
    await anAdvertServer(() => ({ '/vast': wrapper(`http://${host}:${inner.port}/secret`) }))
    expect(await advert()).toBeNull()
  }
  expect(inner.asked).toEqual([])
})

test('a tracking URL with a private address is not called, and the advert plays', async () => {
  const inner = await startTestServer((_, res) => res.end('done'))
  const own = await anAdvertServer(() => ({ '/vast': inline(`${inner.origin}/restart?now=1`) }))
  const found = await advert()
  expect(found).not.toBeNull()
  await report(found?.events.impression?.[0])
  expect(inner.asked).toEqual([])
  expect(own.asked).toEqual(['/vast'])
})

test('nested wrappers are limited', async () => {
  const own = await anAdvertServer(({ origin }) => ({ '/vast': wrapper(`${origin}/vast`) }))
  expect(await advert()).toBeNull()
  expect(own.asked.length).toBeLessThanOrEqual(6)
})

test('an endless document is not read to its end', async () => {
  let sent = 0
  const own = await startTestServer((_, res) => {
    res.writeHead(200, { 'Content-Type': 'text/xml' })
    const more = () => {
      if (res.destroyed) return
      sent += 65_536
      res.write(Buffer.alloc(65_536, ' '), () => setImmediate(more))
    }
    more()
  })
  const { env } = service.deps
  Object.assign(service.deps, { env: { ...env, VAST_URL: own.origin } })
  onTestFinished(() => void Object.assign(service.deps, { env }))
  expect(await advert()).toBeNull()
  expect(sent).toBeLessThan(20_000_000)
})

test.each([
  ['https://shop.example/offer?a=1', 'https://shop.example/offer?a=1'],
  [`${OWN}/packages`, `${OWN}/packages`],
  ['http://shop.example/offer', null],
  ['https://127.0.0.1/', null],
  ['https://192.168.1.1/reboot', null],
  ['https://[::1]/', null],
  ['https://2130706433/', null],
  ['https://localhost/', null],
  ['https://printer.local/', null],
  ['https://router/', null],
  ['javascript:alert(1)', null],
])('a click on it may open %s: %j', async (click, shown) => {
  await anAdvertServer(() => ({ '/vast': inline('https://x.example/seen', click) }))
  expect((await advert())?.click_url).toBe(shown)
})
