import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { countSegment } from '#src/service/operations/campaigns/campaigns.ts'
import { viewsSection } from '#src/service/operations/report/views.ts'
import type { Queryable } from '#src/service/platform/db/open.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { comments } from '#src/service/platform/db/schema/comments.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import { contentWatchDays } from '#src/service/platform/db/schema/player.ts'
import { supportTickets } from '#src/service/platform/db/schema/support.ts'
import { newId } from '#src/service/platform/ids.ts'
import { aContent, aSession, aUser } from '#tests/support/rows.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'
import { openConsole, type StaffCaller } from '#tests/support/staff.ts'

let shop: Shop
let admin: StaffCaller

beforeAll(async () => {
  shop = await openShop()
  admin = await openConsole(shop).member('admin')
})
afterAll(() => shop.stopShop())

async function list(path: string) {
  const { body } = await admin.call('GET', `/api/${path}`)
  return body as { rows: Record<string, unknown>[]; total: number }
}
const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id)
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * 86_400_000)

/** A series with one episode, each with the id `name`. */
async function aSeries(name: string) {
  const { db } = shop.deps
  const series = await aContent(db, { externalId: name, type: 'series', searchText: name })
  const season = await aContent(db, { type: 'season_of_series', seriesId: series, seasonNumber: 1 })
  const episode = await aContent(db, {
    type: 'episode',
    externalId: `${name}-1`,
    seriesId: series,
    seasonId: season,
    episodeNumber: 1,
    searchText: name,
  })
  return { series, episode }
}

test('titles of lists and removed titles are one list, in pages without gaps', async () => {
  const { db } = shop.deps
  const names = ['one', 'two', 'three', 'four', 'five']
  for (const [at, name] of names.entries())
    await aContent(db, {
      externalId: `paged-${name}`,
      searchText: `paged ${name}`,
      publishedAt: new Date(Date.UTC(2026, 0, 10 - at)),
      viewCount: 100 - at,
      removedAt: at % 2 === 1 ? inDays(-1) : null,
    })
  const all = names.map(name => `paged-${name}`)
  const pages = await Promise.all(
    [1, 2, 3].map(page => list(`titles?q=PAGED&perPage=2&page=${page}`)),
  )
  expect(pages.flatMap(({ rows }) => ids(rows))).toEqual(all)
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5])
  expect(ids((await list('titles?q=paged&sort=views&order=asc')).rows)).toEqual(all.toReversed())
  expect(await list('titles?q=paged&removed=true')).toMatchObject({
    rows: [{ id: 'paged-two' }, { id: 'paged-four' }],
    total: 2,
  })
  expect((await list('titles?q=paged&removed=false')).total).toBe(3)
})

test('a series lacks a video until one of its episodes has one, and its parts are in no list', async () => {
  const { db } = shop.deps
  const { series, episode } = await aSeries('streamless')
  const film = await aContent(db, { externalId: 'streamless-film', searchText: 'streamless film' })
  await aContent(db, {
    externalId: 'streamless-bundle',
    type: 'video_content_list',
    searchText: 'streamless bundle',
  })
  const lacking = async () =>
    ids((await list('titles?q=streamless&missing=stream')).rows).toSorted()
  const add = (contentId: string, kind: 'primary' | 'trailer') =>
    db.insert(videoFiles).values({ id: newId(), contentId, kind, stream: `x/${contentId}/${kind}` })
  expect(await lacking()).toEqual(['streamless', 'streamless-film'])
  await add(film, 'trailer')
  expect(await lacking()).toEqual(['streamless', 'streamless-film'])
  await add(episode, 'primary')
  await add(film, 'primary')
  expect(await lacking()).toEqual([])
  const all = (await list('titles?q=streamless')).rows
  expect(ids(all).toSorted()).toEqual(['streamless', 'streamless-bundle', 'streamless-film'])
  expect(all.map(({ hasVideo }) => hasVideo)).toEqual([true, true, true])

  await db
    .delete(videoFiles)
    .where(and(eq(videoFiles.contentId, film), eq(videoFiles.kind, 'primary')))
  expect(await lacking()).toEqual(['streamless-film'])
  // An episode that the file of an import no longer has.
  await db.delete(contents).where(eq(contents.id, episode))
  expect(await lacking()).toEqual(['streamless', 'streamless-film'])
  expect(
    await db.select({ hasVideo: contents.hasVideo }).from(contents).where(eq(contents.id, series)),
  ).toEqual([{ hasVideo: false }])
})

test('a stream that comes while the last one goes is not missed', async () => {
  const { db } = shop.deps
  const { series, episode } = await aSeries('contended')
  const season = sql`(select season_id from contents where id = ${episode})`
  const second = await aContent(db, {
    type: 'episode',
    externalId: 'contended-2',
    seriesId: series,
    seasonId: await db
      .execute<{ id: string }>(sql`select ${season} as id`)
      .then(({ rows }) => rows[0]?.id ?? ''),
    episodeNumber: 2,
  })
  const add = (to: Queryable, contentId: string) =>
    to.insert(videoFiles).values({ id: newId(), contentId, stream: `y/${contentId}` })
  await add(db, episode)
  let isDeleted = () => {}
  const deleted = new Promise<void>(resolve => {
    isDeleted = resolve
  })
  let adding: Promise<unknown> = Promise.resolve()
  await db.transaction(async tx => {
    await tx.delete(videoFiles).where(eq(videoFiles.contentId, episode))
    adding = deleted.then(() => add(db, second))
    isDeleted()
    await vi.waitFor(async () => {
      const { rows } = await db.execute<{ waits: number }>(
        sql`select count(*)::int as waits from pg_locks where not granted`,
      )
      expect(rows[0]?.waits).toBeGreaterThan(0)
    })
  })
  await adding
  expect(
    await db.select({ hasVideo: contents.hasVideo }).from(contents).where(eq(contents.id, series)),
  ).toEqual([{ hasVideo: true }])
})

test.each([
  ['single_video', ['kind-film', 'kind-premiere']],
  ['series', ['kind-series']],
  ['video_content_list', ['kind-bundle']],
  ['audio', ['kind-book']],
  ['live', ['kind-channel']],
  ['single_cinema_online', ['kind-premiere']],
  ['unheard-of', []],
  ['constructor', []],
])('titles of the kind %s are %j', async (kind, expected) => {
  const { db } = shop.deps
  await db.delete(contents).where(like(contents.externalId, 'kind-%'))
  const title = (externalId: string, values: Partial<Parameters<typeof aContent>[1]> = {}) =>
    aContent(db, { externalId, searchText: 'sorts of titles', ...values })
  await title('kind-film')
  await title('kind-premiere', { flags: ['cinema_online'] })
  await title('kind-series', { type: 'series' })
  await title('kind-bundle', { type: 'video_content_list' })
  await title('kind-book', { flags: ['audio_book'] })
  await title('kind-channel', { isLive: true })
  const { rows } = await list(`titles?q=sorts of titles&kind=${kind}`)
  expect(ids(rows).toSorted()).toEqual(expected)
})

test('a draft is in the list although the schedule hides it, and a title that an editor removed is not', async () => {
  const { db } = shop.deps
  const title = (name: string, values: Parameters<typeof aContent>[1]) =>
    aContent(db, { externalId: `drafts-${name}`, searchText: 'drafts of titles', ...values })
  const away = { removedAt: inDays(-1) }
  await title('shown', {})
  await title('waits', { ...away, hiddenBySchedule: true, publishedAt: inDays(30) })
  await title('withdrawn', { ...away, hiddenBySchedule: true, unpublishAt: inDays(-1) })
  await title('removed', { ...away, publishedAt: inDays(30) })
  const of = async (query: string) => (await list(`titles?q=drafts of titles${query}`)).rows
  expect(ids(await of('&removed=false')).toSorted()).toEqual(['drafts-shown', 'drafts-waits'])
  expect(ids(await of('&removed=true')).toSorted()).toEqual(['drafts-removed', 'drafts-withdrawn'])
  const removed = (await of('')).filter(({ removedAt }) => removedAt !== null)
  expect(ids(removed).toSorted()).toEqual(['drafts-removed', 'drafts-withdrawn'])
  await db.delete(contents).where(like(contents.externalId, 'drafts-%'))
})

test('tickets come by what they wait for, or by the chosen column', async () => {
  const { db } = shop.deps
  const userId = await aUser(db)
  const tickets = [
    { title: 'Completed early', status: 'completed', day: -9 },
    { title: 'In progress', status: 'in_progress', day: -8 },
    { title: 'صدا ندارم', status: 'pending', day: -3 },
    { title: 'Completed late', status: 'completed', day: -2 },
    { title: 'No SOUND', status: 'pending', day: -5 },
  ] as const
  const numbers = new Map<string, number>()
  for (const { title, status, day } of tickets) {
    const [row] = await db
      .insert(supportTickets)
      .values({ id: newId(), userId, title, text: 'x', status, updatedAt: inDays(day) })
      .returning()
    numbers.set(title, row?.number ?? 0)
  }
  const titles = async (query: string) =>
    (await list(`tickets?${query}`)).rows.map(({ title }) => title)
  const queue = ['No SOUND', 'صدا ندارم', 'In progress', 'Completed early', 'Completed late']
  expect(await titles('')).toEqual(queue)
  const pages = await Promise.all([1, 2, 3].map(page => titles(`perPage=2&page=${page}`)))
  expect(pages.flat()).toEqual(queue)
  expect(await titles('state=open')).toEqual(queue.slice(0, 3))
  expect(await titles('state=pending')).toEqual(queue.slice(0, 2))
  expect(await titles('state=in_progress')).toEqual(['In progress'])
  expect(await titles('state=completed')).toEqual(queue.slice(3))
  expect(await titles('sort=updatedAt&order=desc')).toEqual([
    'Completed late',
    'صدا ندارم',
    'No SOUND',
    'In progress',
    'Completed early',
  ])
  expect(await titles('q=sound')).toEqual(['No SOUND'])
  expect(await titles(`q=${encodeURIComponent('صدا')}`)).toEqual(['صدا ندارم'])
  expect(await titles(`q=${numbers.get('In progress')}`)).toEqual(['In progress'])
  expect(await titles('q=99999999999999')).toEqual([])
})

test('a word alone has pages, and can be combined with a filter', async () => {
  const { db } = shop.deps
  const [userId, other, contentId] = [await aUser(db), await aUser(db), await aContent(db)]
  const made = [userId, other, userId].map((author, at) => ({
    id: newId(),
    userId: author,
    contentId,
    text: `خسته‌کننده ${at}`,
    createdAt: inDays(-at),
  }))
  await db.insert(comments).values(made)
  const word = `comments?word=${encodeURIComponent('خسته‌کننده')}`
  const newest = made.map(({ id }) => id)
  expect(await list(`${word}&perPage=2`)).toMatchObject({
    rows: [{ id: newest[0] }, { id: newest[1] }],
    total: 3,
  })
  expect(ids((await list(`${word}&perPage=2&page=2`)).rows)).toEqual([newest[2]])
  expect(await list(`${word}&user=${other}`)).toMatchObject({ rows: [{ id: newest[1] }], total: 1 })
  expect(ids((await list(`${word}&sort=createdAt&order=asc`)).rows)).toEqual(newest.toReversed())
})

test('comments are found in any letter case', async () => {
  const { db } = shop.deps
  const [userId, contentId] = [await aUser(db), await aContent(db)]
  const texts = ['The BEST film', 'Un Été', 'بهترین فیلم']
  await db.insert(comments).values(texts.map(text => ({ id: newId(), userId, contentId, text })))
  const search = async (q: string) =>
    (await list(`comments?q=${encodeURIComponent(q)}`)).rows.map(({ text }) => text)
  expect(await search('the best')).toEqual([texts[0]])
  expect(await search('ÉTÉ')).toEqual([texts[1]])
  expect(await search('بهترین')).toEqual([texts[2]])
  expect(await search('100%')).toEqual([])
})

test('a list counts up to 10,000 rows and reports one more', async () => {
  const { db } = shop.deps
  await db.execute(sql`insert into contents (id, short_id, type, slug_fa, slug_en, title_fa, search_text, published_at, removed_at)
    select 'many-' || n, lpad(n::text, 8, '0'), 'single_video', 'x', 'x', 'x', 'many', '2026-01-01', case when n % 2 = 0 then now() end
    from generate_series(1, 10002) n`)
  expect((await list('titles?q=many&perPage=1')).total).toBe(10_001)
  expect((await list('titles?q=many&perPage=1&removed=true')).total).toBe(5_001)
})

test('today has the money of the ledger, first subscriptions, and premieres that the schedule hides', async () => {
  const { db } = shop.deps
  const today = async () =>
    (await admin.call('GET', '/api/today')).body.figures as {
      revenueToday: number
      newSubscribersToday: number
      premieres: Record<string, unknown>[]
    }
  const before = await today()
  const payer = await aPayer(shop)
  for (const _ of [1, 2]) {
    const { page } = await shop.order(payer)
    await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  }
  await aContent(db, {
    externalId: 'soon',
    publishedAt: inDays(2),
    removedAt: inDays(-1),
    hiddenBySchedule: true,
  })
  await aContent(db, { externalId: 'later', publishedAt: inDays(3) })
  await aContent(db, { externalId: 'given-up', publishedAt: inDays(1), removedAt: inDays(-1) })
  const figures = await today()
  const { rows } = await db.execute<{ total: number }>(
    sql`select sum(total)::int as total from transactions where user_id = ${payer.user.id}`,
  )
  expect(figures.revenueToday - before.revenueToday).toBe(rows[0]?.total)
  expect(figures.newSubscribersToday - before.newSubscribersToday).toBe(1)
  expect(ids(figures.premieres)).toEqual(['soon', 'later'])
})

test('a segment of subscribers is found by the end of the last period', async () => {
  const { db } = shop.deps
  const count = (kind: 'expiring' | 'expired' | 'last_seen', days: number) =>
    countSegment(db, { kind, packageId: null, days }, shop.clock.now())
  const before = [await count('expiring', 5), await count('expired', 5)]
  const add = async (periods: [from: number, to: number][], isRevoked = false) => {
    const userId = await aUser(db)
    for (const [from, to] of periods)
      await db.insert(subscriptions).values({
        id: newId(),
        userId,
        source: 'operator',
        titleFa: 'x',
        titleEn: 'x',
        startsAt: inDays(from),
        endsAt: inDays(to),
        revokedAt: isRevoked ? inDays(-1) : null,
      })
  }
  await add([[-27, 3]])
  await add([
    [-27, 3],
    [3, 33],
  ])
  await add([[-33, -3]])
  await add([
    [-33, -3],
    [-3, 27],
  ])
  await add([[-27, 3]], true)
  expect([await count('expiring', 5), await count('expired', 5)]).toEqual(
    before.map(all => all + 1),
  )
})

test('users who were not seen for days include those who never signed in', async () => {
  const { db } = shop.deps
  const count = () =>
    countSegment(db, { kind: 'last_seen', packageId: null, days: 30 }, shop.clock.now())
  const before = await count()
  const [seen, away, never, fresh] = await Promise.all([1, 2, 3, 4].map(() => aUser(db)))
  for (const [id, last] of [
    [seen, -1],
    [away, -60],
  ] as const) {
    const session = await aSession(db, id as string, 1)
    await db.execute(sql`update sessions set created_at = ${inDays(-90).toISOString()},
      last_seen_at = ${inDays(last).toISOString()} where id = ${session}`)
  }
  for (const [id, created] of [
    [never, -60],
    [fresh, -1],
    [away, -1],
    [seen, -90],
  ] as const)
    await db.execute(
      sql`update users set created_at = ${inDays(created).toISOString()} where id = ${id}`,
    )
  expect(await count()).toBe(before + 2)
})

test('the report of views has more titles than a query may have values, with episodes under their series', async () => {
  const { db } = shop.deps
  const { series, episode } = await aSeries('watched')
  await db.insert(contentWatchDays).values(
    [
      [episode, 70],
      [series, 7],
    ].map(([contentId, views]) => ({
      contentId: contentId as string,
      day: '2024-05-01',
      views: views as number,
      seconds: 3_600,
    })),
  )
  await db.execute(sql`insert into contents (id, short_id, type, slug_fa, slug_en, title_fa)
    select 'seen-' || n, 'x' || lpad(n::text, 7, '0'), 'single_video', 'x', 'x', 'x' from generate_series(1, 66000) n`)
  await db.execute(sql`insert into content_watch_days (content_id, day, views)
    select 'seen-' || n, '2024-05-02', 1 from generate_series(1, 66000) n`)
  const report = await viewsSection(
    { db, now: shop.clock.now() },
    { from: new Date('2024-05-01T00:00:00Z'), to: new Date('2024-05-04T00:00:00Z') },
  )
  expect(report.rows).toHaveLength(66_001)
  expect(report.rows[0]).toEqual(['watched', 'نام', 77, 2])
})
