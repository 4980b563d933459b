// Every combination of flags, file, age label, entitlements, profile and region, through the calls themselves: the marks say what plays.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccessReason } from '#src/contract/access.ts'
import { getCinemaInvoice } from '#src/contract/endpoints/cinema.ts'
import { getConditionalProps } from '#src/contract/endpoints/content.ts'
import { getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import type { Api } from '#src/lib/api/client.ts'
import { subsetsOf } from '#src/service/accounts/access/access-table.ts'
import {
  decideAccess,
  NO_ENTITLEMENTS,
  type Region,
  type Title,
} from '#src/service/accounts/access/decision.ts'
import { INHERITED_FLAGS } from '#src/service/accounts/access/inherited.ts'
import { ERROR_CODES } from '#src/service/accounts/access/responses.ts'
import { grantCarrier } from '#src/service/commerce/entitlements/carrier.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { cinemaTickets } from '#src/service/platform/db/schema/entitlements.ts'
import { playbackLeases, watchProgress } from '#src/service/platform/db/schema/player.ts'
import { newId } from '#src/service/platform/ids.ts'
import { unlimited } from '#tests/support/access/unlimited.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aUser, giveSubscription, type Person } from '#tests/support/people.ts'
import { aPayment } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const SLOW = 300_000
const ADDRESSES: Record<Region, string> = {
  iran: '10.1.0.1',
  abroad: '10.2.0.1',
  unknown: '10.3.0.1',
}
const ENTITLEMENTS = ['subscription', 'carrier', 'ticket'] as const
type Holding = (typeof ENTITLEMENTS)[number]
type Known = Title & { id: string; file: string; sellerId: string | null }

let service: TestService
let titles: Known[]
beforeAll(async () => {
  service = await startTestService({ overrides: unlimited })
  const networks = '10.1.0.0/16,IR,Home\n10.2.0.0/16,DE,Away\n'
  writeFileSync(join(service.deps.env.DATA_DIR, 'networks.csv'), networks)
  titles = await importTitles()
}, SLOW)
afterAll(() => service.stop())

/** A film for every set of flags, a film without a file, and a series with an episode without flags, each for children and for adults. */
async function importTitles(): Promise<Known[]> {
  const media = { stream: 'demo/landscape' }
  const records = subsetsOf(INHERITED_FLAGS).flatMap(flags =>
    [3, 18].flatMap(age_label => {
      const name = `${flags.join('-')}-${age_label}`
      const ticket = flags.includes('content_has_ticket') ? { ticket_price: 900_000 } : {}
      const part = { flags: [...flags], age_label: age_label as 3 | 18, ...ticket }
      return [
        aFilm({ external_id: `film-${name}`, media, ...part }),
        aFilm({ external_id: `empty-${name}`, ...part }),
        aSeries({ external_id: `series-${name}`, episodes: [1], ...part }),
      ]
    }),
  )
  const { problems } = await importRecords(service, records)
  expect(problems).toEqual([])
  const rows = await service.deps.db
    .select({
      id: contents.id,
      name: contents.externalId,
      type: contents.type,
      file: videoFiles.id,
    })
    .from(contents)
    .leftJoin(videoFiles, eq(videoFiles.contentId, contents.id))
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return records.map(({ external_id, flags = [], age_label = null, type }) => {
    const isSeries = type === 'series'
    const name = isSeries ? `${external_id}-1-1` : external_id
    const row = rows.find(each => each.name === name)
    const isSold = flags.includes('content_has_ticket')
    return {
      id: row?.id ?? '',
      file: row?.file ?? 'none',
      flags,
      ageLimit: age_label,
      hasVideo: row?.file != null,
      sellsTicket: isSold && !isSeries,
      sellerId: isSold ? (ids.get(external_id) ?? '') : null,
    }
  })
}

async function gives(person: Person, held: readonly Holding[]): Promise<void> {
  const { db, now } = service.deps
  const userId = person.user.id
  const endsAt = new Date(now().getTime() + 86_400_000)
  if (held.includes('subscription')) await giveSubscription(service, userId, 1)
  if (held.includes('carrier')) await grantCarrier(db, { userId, endsAt }, now())
  if (!held.includes('ticket')) return
  for (const { sellerId: contentId } of titles)
    if (contentId) {
      const paymentId = await aPayment(db, { userId })
      await db
        .insert(cinemaTickets)
        .values({ id: newId(), userId, contentId, paymentId, hours: 48 })
    }
}

type TestCaller = {
  kind: 'visitor' | 'user' | 'profile'
  maxAge: number | null
  person: Person | null
}

/** Compares the marks, the manifest, the heartbeat and the ticket price with the access table and with each other. */
async function compare(asker: TestCaller, held: readonly Holding[]): Promise<number> {
  let plays = 0
  const entitlements = { ...NO_ENTITLEMENTS, ...Object.fromEntries(held.map(name => [name, true])) }
  for (const region of Object.keys(ADDRESSES) as Region[]) {
    const asked = titles.filter(
      ({ flags, ageLimit }) =>
        (region === 'unknown' || flags.includes('iran_access')) &&
        (ageLimit === 18 || !isGrownUp(asker)),
    )
    const { accessToken, profileToken } = asker.person ?? {}
    const api = service.as({
      ...(accessToken && { accessToken }),
      ...(accessToken && profileToken && asker.kind === 'profile' && { profileToken }),
      address: ADDRESSES[region],
    })
    const marks = await marksOf(api, asked)
    for (const title of asked) {
      const where = JSON.stringify({ title, held, region, kind: asker.kind, maxAge: asker.maxAge })
      const { see, play, buy } = decideAccess(title, opened(title, entitlements), {
        ...asker,
        region,
      })
      const mark = marks[title.id]
      expect(mark?.access_reason ?? null, where).toBe(play)
      const flags = mark?.conditional_flag ?? []
      expect(flags.includes('has_access'), where).toBe(play === null)
      if (play === null) expect(flags, where).toContain('playable')
      if (see) expect(flags, where).toEqual(['age_restricted'])
      const { id, file, hasVideo } = title
      const params = { id: id, fileId: file, use: 'play' }
      const beat = { params: { id, fileId: file }, body: { current_time: 10 } }
      const isBeating = asker.kind === 'profile' && hasVideo
      await Promise.all([
        expectSame(api(getPlayback, { params }), hasVideo ? play : 'no_video', where),
        isBeating && expectSame(api(heartbeat, beat), play, where),
        // Only adult profiles may pay; other profiles are refused before the title is read.
        isGrownUp(asker) && expectSame(api(getCinemaInvoice, { params: { id } }), buy, where),
      ])
      if (isBeating)
        expect(await positionOf(asker.person, id), where).toBe(play === null ? 10 : null)
      if (play === null) plays++
      await service.deps.db.delete(playbackLeases)
    }
    await service.deps.db.delete(watchProgress)
  }
  return plays
}

/** Viewers who are not limited by age labels; the highest label is enough for them. */
function isGrownUp({ kind, maxAge }: TestCaller): boolean {
  return kind === 'profile' && maxAge === null
}

/** The titles for which a ticket exists are those that sell one. */
function opened({ sellerId }: Known, entitlements: typeof NO_ENTITLEMENTS) {
  return { ...entitlements, ticket: entitlements.ticket && sellerId !== null }
}

async function marksOf(api: Api, asked: readonly Known[]) {
  const found = {}
  for (let from = 0; from < asked.length; from += 100) {
    const ids = asked.slice(from, from + 100).map(({ id }) => id)
    Object.assign(found, (await api(getConditionalProps, { body: { ids } })).items)
  }
  return found as Awaited<ReturnType<typeof askOne>>
}
const askOne = async (api: Api) => (await api(getConditionalProps, { body: { ids: [] } })).items

async function expectSame(call: Promise<unknown>, reason: AccessReason | null, where: string) {
  if (reason === null) await expect(call, where).resolves.toBeTruthy()
  else expect((await apiErrorOf(call)).result, where).toBe(ERROR_CODES[reason])
}

async function positionOf(person: Person | null, contentId: string): Promise<number | null> {
  const rows = await service.deps.db
    .select()
    .from(watchProgress)
    .where(inArray(watchProgress.contentId, [contentId]))
  const own = rows.find(({ profileId }) => profileId === person?.profileId)
  return own?.positionSeconds ?? null
}

test(
  'a visitor plays exactly what the marks say',
  async () => {
    expect(await compare({ kind: 'visitor', maxAge: null, person: null }, [])).toBeGreaterThan(0)
  },
  SLOW,
)

test(
  'so does a signed-in viewer without a profile',
  async () => {
    const person = await aUser(service)
    await gives(person, ENTITLEMENTS)
    expect(await compare({ kind: 'user', maxAge: null, person }, ENTITLEMENTS)).toBeGreaterThan(0)
  },
  SLOW,
)

test.each(subsetsOf(ENTITLEMENTS).map(held => [held.join(' and ') || 'nothing', held] as const))(
  'so does a profile whose user holds %s',
  async (_, held) => {
    const person = await aUser(service)
    await gives(person, held)
    expect(await compare({ kind: 'profile', maxAge: null, person }, held)).toBeGreaterThan(0)
  },
  SLOW,
)

test.each([
  ['nothing', []],
  ['everything', ENTITLEMENTS],
] as Array<[string, readonly Holding[]]>)(
  'so does a child’s profile whose user holds %s',
  async (_, held) => {
    const parent = await aUser(service)
    await gives(parent, held)
    const person = await aKid(service, 'under_7', parent)
    expect(await compare({ kind: 'profile', maxAge: 7, person }, held)).toBeGreaterThan(0)
  },
  SLOW,
)
