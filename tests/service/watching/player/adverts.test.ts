import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buyCinemaTicket } from '#src/contract/endpoints/cinema.ts'
import { getPlayback, reportAdvert } from '#src/contract/endpoints/player.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { reportEvent } from '#src/service/watching/player/adverts.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aSubscriber, aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aVoucher } from '#tests/support/shop.ts'
import { contentId } from '#tests/support/watch-history.ts'

const ORIGIN = 'http://127.0.0.1:4321'
const IMPRESSION = '<Impression><![CDATA[http://10.0.0.1]]></Impression>'
let service: TestService
/** The advert server's response; records the other calls. */
let answer: () => Promise<Response>
const called: string[] = []
/** The origins that the last call was allowed to reach at a private address. */
let allowed: readonly string[] = []

beforeAll(async () => {
  service = await startTestService({
    overrides: {
      guardedGet: async (url, { allowedOrigins }) => {
        if (url.endsWith('vast.xml')) {
          const reply = await answer()
          return { status: reply.status, text: await reply.text() }
        }
        called.push(url)
        allowed = allowedOrigins
        return { status: 204, text: '' }
      },
    },
  })
  await importRecords(service, [
    aFilm({ external_id: 'free', media: { stream: 'demo/landscape' }, flags: ['free_content'] }),
    aFilm({
      external_id: 'ticketed',
      media: { stream: 'demo/landscape' },
      flags: ['content_has_ticket'],
      ticket_price: 900_000,
    }),
  ])
}, 180_000)
afterAll(() => service.stop())

async function open(api = service.api, title = 'free'): Promise<PlaybackDescriptor> {
  const [row] = await service.deps.db
    .select({ id: contents.id, fileId: videoFiles.id })
    .from(videoFiles)
    .innerJoin(contents, eq(contents.id, videoFiles.contentId))
    .where(eq(contents.externalId, title))
  if (!row) throw new Error('no file')
  return api(getPlayback, { params: { ...row, use: 'play' } })
}

const fake = () => service.fetch('/fake/adverts/vast.xml')
const tokenOf = (path: string) => path.split('/').at(-1) ?? ''

describe('an advert', () => {
  test('plays before free content for viewers without a subscription', async () => {
    answer = fake
    const { advert } = await open()
    expect(advert).toMatchObject({ skip_after: 5, click_url: `${ORIGIN}/packages` })
    expect((await service.fetch(advert?.manifest_url ?? '')).status).toBe(200)
  })

  test('never plays for a subscriber', async () => {
    answer = fake
    expect((await open((await aSubscriber(service)).api)).advert).toBeNull()
  })

  test('never plays before a title with a bought ticket', async () => {
    answer = fake
    const person = await aUser(service)
    await aVoucher(service, { code: 'FREE-1', percent: 100 })
    const params = { id: await contentId(service, 'ticketed') }
    await person.api(buyCinemaTicket, {
      params,
      body: { gateway_id: 'zarinpal', discountCode: 'FREE-1' },
    })
    expect((await open(person.api, 'ticketed')).advert).toBeNull()
  })

  test('is reported once per event, however often a browser repeats it', async () => {
    answer = fake
    const { advert } = await open()
    const token = tokenOf(advert?.events.midpoint?.[0] ?? '')
    called.length = 0
    for (let times = 0; times < 3; times++) {
      await service.api(reportAdvert, { params: { token } })
    }
    expect(called).toHaveLength(1)
    expect(called[0]).toContain('event=midpoint')
  })

  test('is reported by any node to the server that its own node asked, and to no other private one', async () => {
    answer = async () => {
      const xml = await (await fake()).text()
      return new Response(xml.replaceAll(/<Impression>.*?<\/Impression>/g, IMPRESSION))
    }
    const { advert } = await open()
    const other = { ...service.deps, selfOrigin: () => 'http://127.0.0.1:9' }
    for (const [event, url] of [
      ['start', 'event=start'],
      ['impression', 'http://10.0.0.1'],
    ] as const) {
      expect(await reportEvent(other, tokenOf(advert?.events[event]?.[0] ?? ''))).toBe(true)
      expect(called.at(-1)).toContain(url)
      expect(allowed).toEqual([ORIGIN])
    }
  })

  test('cannot be made to call other URLs', async () => {
    answer = fake
    const token = tokenOf((await open()).advert?.events.start?.[0] ?? '')
    called.length = 0
    const evil = Buffer.from(JSON.stringify([9e9, 'x', 'http://169.254.169.254/'])).toString(
      'base64url',
    )
    for (const forged of [`${evil}.${token.split('.')[1]}`, evil, 'x.y', `${token}x`]) {
      const failure = toFailure(
        await service.api(reportAdvert, { params: { token: forged } }).catch(error => error),
      )
      expect(failure).toMatchObject({ status: 404 })
    }
    service.clock.advance({ minutes: 31 })
    const old = toFailure(
      await service.api(reportAdvert, { params: { token } }).catch(error => error),
    )
    expect(old).toMatchObject({ status: 404 })
    expect(called).toEqual([])
  })
})

describe('the title plays without an advert', () => {
  const inline = (
    media: string,
  ) => `<VAST version="3.0"><Ad id="1"><InLine><Creatives><Creative><Linear>
    <Duration>00:00:10</Duration><MediaFiles><MediaFile type="application/x-mpegURL" delivery="streaming"
    width="1" height="1">${media}</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`
  const xml =
    (text: string, status = 200) =>
    async () =>
      new Response(text, { status })

  test.each<[string, () => Promise<Response>]>([
    ['if the server is down', () => Promise.reject(new Error('refused'))],
    ['if the server answers with an error', xml('', 500)],
    ['if the server has none', xml('<VAST version="3.0"></VAST>')],
    ['if the reply is not VAST', xml('<html><body>oops')],
    [
      'where its picture comes from another site',
      xml(inline('https://ads.test/media/demo/adverts/pardeh/master.m3u8')),
    ],
    [
      'where its stream is not there',
      xml(inline(`${ORIGIN}/media/demo/adverts/nothing/master.m3u8`)),
    ],
    ['where its path leaves the store', xml(inline(`${ORIGIN}/media/../../etc/master.m3u8`))],
    [
      'where it names the stream of a title',
      xml(inline(`${ORIGIN}/media/demo/landscape/master.m3u8`)),
    ],
    [
      'where it names a stream that is no advert',
      xml(inline(`${ORIGIN}/media/demo/channel/master.m3u8`)),
    ],
    ...[
      'adverts/../landscape',
      'adverts/%2e%2e/landscape',
      'adverts/..%2flandscape',
      'adverts//landscape',
      'adverts/pardeh/480p',
    ].map((path): [string, () => Promise<Response>] => [
      `where it names ${path}`,
      xml(inline(`${ORIGIN}/media/demo/${path}/master.m3u8`)),
    ]),
  ])('%s', async (_, reply) => {
    answer = reply
    const descriptor = await open()
    expect(descriptor.advert).toBeNull()
    expect(descriptor.manifest_url).not.toBe('')
  })

  test('where a title of an earlier release uses the stream of the advert', async () => {
    answer = fake
    const { deps } = service
    const ofFree = eq(videoFiles.contentId, await contentId(service, 'free'))
    const playStream = (stream: string) => deps.db.update(videoFiles).set({ stream }).where(ofFree)
    await playStream('demo/adverts/pardeh')
    onTestFinished(async () => void (await playStream('demo/landscape')))
    expect((await open()).advert).toBeNull()
  })

  test('when the advert server does not respond in time', async () => {
    service.deps.guardedGet = (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    expect((await open()).advert).toBeNull()
  })
})
