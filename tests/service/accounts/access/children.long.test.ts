// Calls every endpoint as a child's profile with every id of titles above its age band.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportComment } from '#src/contract/endpoints/content.ts'
import { recordSearchClick } from '#src/contract/endpoints/search.ts'
import { artists, videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { payments } from '#src/service/platform/db/schema/checkout.ts'
import { commentReports, comments } from '#src/service/platform/db/schema/comments.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { cinemaTickets } from '#src/service/platform/db/schema/entitlements.ts'
import { bookmarks, personalRows } from '#src/service/platform/db/schema/library.ts'
import { searchClicks, searchQueries } from '#src/service/platform/db/schema/search.ts'
import { newId } from '#src/service/platform/ids.ts'
import { ENDPOINT_CASES } from '#tests/support/access/call-cases.ts'
import { type CaseResponse, sendCase } from '#tests/support/access/run-case.ts'
import { unlimited } from '#tests/support/access/unlimited.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aSubscriber, type Person } from '#tests/support/people.ts'
import { type Caller, startTestService, type TestService } from '#tests/support/service.ts'
import { watches } from '#tests/support/watch-history.ts'

const MARK = 'شبگرد'
const ABOVE = ['adults', 'unrated', 'teens', 'teens-1-1']
type Call = (typeof ENDPOINT_CASES)[number]
type Title = { id: string; shortId: string; file: string }

let service: TestService
let child: Person
let adult: Person
let titles: Title[]
let others: string[]

beforeAll(async () => {
  service = await startTestService({ overrides: unlimited })
  await importTitles()
  const { db } = service.deps
  const rows = await db
    .select({
      id: contents.id,
      shortId: contents.shortId,
      name: contents.externalId,
      file: videoFiles.id,
    })
    .from(contents)
    .leftJoin(videoFiles, eq(videoFiles.contentId, contents.id))
  titles = rows
    .filter(({ name }) => ABOVE.includes(name ?? ''))
    .map(({ id, shortId, file }) => ({ id, shortId, file: file ?? 'none' }))
  const [artist] = await db.select().from(artists)
  others = ['drama', artist?.shortId ?? '', 'contents']
  adult = await aSubscriber(service)
  child = await aKid(service, 'under_7', await aSubscriber(service))
  // The child has also started, bookmarked and bought them, before its age was set.
  for (const person of [adult, child]) for (const { id } of titles) await has(person, id)
  for (const person of [adult, child])
    for (const name of ABOVE) await watches(service, person, name, { seconds: 600 })
  const contentIds = titles.map(({ id }) => id)
  const computedAt = new Date(service.deps.now().getTime() + 1000)
  const row = { position: 0, kind: 'new_episodes' as const, contentIds, computedAt }
  await db
    .insert(personalRows)
    .values([adult, child].map(({ profileId }) => ({ ...row, profileId })))
})
afterAll(() => service.stop())

async function importTitles() {
  const credits = [{ artist: 'actor', role: 'cast' as const }]
  const hidden = { title: { fa: MARK, en: MARK }, genres: ['drama' as const], credits }
  const ticket = { ticket_price: 900_000, ticket_hours: 48 }
  const { problems } = await importRecords(service, [
    { kind: 'artist', external_id: 'actor', name: { fa: 'لیلا سپهر', en: 'Leila Sepehr' } },
    aFilm({
      external_id: 'adults',
      ...hidden,
      ...ticket,
      age_label: 18,
      flags: ['cinema_online', 'content_has_ticket'],
      media: { stream: 'films/adults' },
    }),
    aFilm({ external_id: 'unrated', ...hidden, media: { stream: 'films/unrated' } }),
    aSeries({ external_id: 'teens', ...hidden, age_label: 15 }),
    aFilm({ external_id: 'for-all', genres: ['drama'], age_label: 0, credits }),
  ])
  expect(problems).toEqual([])
  // An episode with a lower rating than its series is as strict as the series.
  await service.deps.db
    .update(contents)
    .set({ ageLimit: 0 })
    .where(eq(contents.externalId, 'teens-1-1'))
}

/** Adds a bookmark, a comment and a paid ticket. */
async function has({ user, profileId }: Person, contentId: string) {
  const { db } = service.deps
  const [userId, id] = [user.id, newId()]
  const text = `${MARK}: چه فیلمی!`
  await db.insert(bookmarks).values({ id, profileId, contentId })
  await db.insert(comments).values({ id, userId, profileId, contentId, text })
  await db.insert(payments).values({
    id,
    userId,
    kind: 'ticket',
    contentId,
    ticketHours: 48,
    titleFa: MARK,
    titleEn: MARK,
    price: 0,
    vatPercent: 10,
    vat: 0,
    total: 0,
    expiresAt: service.deps.now(),
  })
  await db.insert(cinemaTickets).values({ id, userId, contentId, paymentId: id, hours: 48 })
}

/** What somebody gets with each id of each title in turn. */
async function answers(person: Caller, { endpoint, callCase }: Call): Promise<CaseResponse[]> {
  const tries = titles.flatMap(title => [title.id, title.shortId].map(id => ({ id, title })))
  const elsewhere = others.map(id => ({ id, title: titles[0] as Title }))
  const found: CaseResponse[] = []
  for (const { id, title } of [...tries, ...elsewhere]) {
    const titleIds = { content: title.id, file: title.file, title: MARK }
    found.push(await sendCase(service, person, { endpoint, callCase, id, titleIds }))
  }
  return found
}

const isOpen = ({ result }: CaseResponse) => !/not_found|validation_error/.test(result)

test.each(ENDPOINT_CASES.filter(({ callCase }) => callCase.child === 'restricted'))(
  '$name is refused for a title above the band, by each of its ids',
  async call => {
    const [allowed, rejected] = [await answers(adult, call), await answers(child, call)]
    const asked = rejected.filter((_, index) => isOpen(allowed[index] as CaseResponse))
    expect(asked.length).toBeGreaterThan(0)
    for (const { result, status } of asked)
      expect([result, status]).toEqual(['content_is_age_restricted', 451])
    expect(allowed.some(({ result }) => result === 'content_is_age_restricted')).toBe(false)
  },
)

test.each(ENDPOINT_CASES.filter(({ callCase }) => callCase.child === 'hidden'))(
  '$name leaves out titles above the band, and shows them to an adult',
  async call => {
    const isTold = ({ text }: CaseResponse) => text.includes(MARK)
    expect((await answers(adult, call)).some(isTold)).toBe(true)
    expect((await answers(child, call)).filter(isTold)).toEqual([])
  },
)

test.each(
  ENDPOINT_CASES.filter(
    ({ callCase, endpoint }) => callCase.child && /^(anonymous|user)$/.test(endpoint.access),
  ),
)('$name shows a child no more if it leaves its profile token out', async call => {
  const { accessToken } = child
  const [adults, without] = [await answers(adult, call), await answers({ accessToken }, call)]
  expect(without.filter(({ text }) => text.includes(MARK))).toEqual([])
  if (call.callCase.child !== 'restricted') return
  const asked = without.filter((_, index) => isOpen(adults[index] as CaseResponse))
  for (const { result } of asked) expect(result).toBe('content_is_age_restricted')
})

test.each(ENDPOINT_CASES.filter(({ callCase, name }) => !callCase.child && name !== 'logout'))(
  '$name, which is not about titles, names none above the band',
  async call => {
    for (const { text, status } of await answers(child, call)) {
      expect(status).not.toBe(500)
      expect(text).not.toContain(MARK)
    }
  },
)

test('a child can neither record a click on a title above its band nor report a comment there', async () => {
  const { db } = service.deps
  const [title] = titles
  const contentId = title?.id ?? ''
  const queryId = newId()
  await db.insert(searchQueries).values({ id: queryId, text: MARK, results: 1 })
  const [comment] = await db.select().from(comments).where(eq(comments.contentId, contentId))
  const params = { id: comment?.id ?? '' }
  const query = { contentId, position: 1, queryId }
  const countEffects = async () => [
    await db.$count(searchClicks, eq(searchClicks.queryId, queryId)),
    await db.$count(commentReports, eq(commentReports.commentId, params.id)),
  ]
  await child.api(recordSearchClick, { query })
  expect(await apiErrorOf(child.api(reportComment, { params, body: {} }))).toMatchObject({
    result: 'not_found',
  })
  expect(await countEffects()).toEqual([0, 0])
  await adult.api(recordSearchClick, { query })
  await adult.api(reportComment, { params, body: {} })
  expect(await countEffects()).toEqual([1, 1])
})
