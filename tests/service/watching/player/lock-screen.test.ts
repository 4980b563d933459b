import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCESS_REASONS } from '#src/contract/access.ts'
import { toActionTitle } from '#src/lib/catalogue/primary-action.ts'
import { FAILURES, type FailureKind } from '#src/lib/player/failure.ts'
import { isLockFailure, lockReason } from '#src/lib/player/lock-reason.ts'
import { cheapestPackage, findPlayableTitles } from '#src/lib/player/lock-screen.ts'
import { seedPackages } from '#src/service/operations/demo/packages.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { aCard } from '#tests/support/cards.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aSubscriber, aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const media = { stream: 'demo/landscape' }
const genres = ['drama']
let service: TestService
let locked = ''
beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'locked', media, genres, ticket_price: 500_000, ticket_hours: 8 }),
    aFilm({ external_id: 'like-it', media, genres }),
    aFilm({ external_id: 'free', media, flags: ['free_content'], age_label: 18 }),
    aFilm({ external_id: 'free-to-come', media, flags: ['free_content', 'coming_soon'] }),
    aFilm({ external_id: 'free-for-all', media, flags: ['free_content'], age_label: 3 }),
  ])
  const rows = await service.deps.db.select().from(contents)
  locked = rows.find(({ externalId }) => externalId === 'locked')?.shortId ?? ''
})
afterAll(() => service.stop())

const titles = async (api: Parameters<typeof findPlayableTitles>[0]) =>
  (await findPlayableTitles(api, locked)).map(({ title }) => title.replace('فیلم ', '')).sort()

test('a subscriber is offered similar titles, a visitor free ones, and neither unreleased ones', async () => {
  expect(await titles((await aSubscriber(service)).api)).toEqual([
    'free',
    'free-for-all',
    'like-it',
  ])
  expect(await titles((await aUser(service)).api)).toEqual(['free', 'free-for-all'])
  expect(await titles(service.api)).toEqual(['free', 'free-for-all'])
})

test('a child is shown no title above its age, and no price', async () => {
  const kid = await aKid(service, 'under_7')
  const shown = await findPlayableTitles(kid.api, locked).catch(() => [])
  expect(shown.map(({ age_label }) => age_label).filter(age => (age ?? 99) > 7)).toEqual([])
  expect(await cheapestPackage(kid.api)).toBeNull()
})

test('the price is the lowest one on sale', async () => {
  expect(await cheapestPackage(service.api)).toBeNull()
  await seedPackages(service.deps)
  const price = await cheapestPackage(service.api)
  expect(price?.total).toBeGreaterThan(0)
})

test('every denial of access is a lock with its reason, but a network fault is not', () => {
  const film = toActionTitle(aCard())
  const cinema = toActionTitle(aCard({ flag: ['playable', 'content_has_ticket'] }))
  expect(lockReason('subscription_required', film)).toBe('subscription')
  expect(lockReason('subscription_required', cinema)).toBe('ticket')
  for (const kind of Object.keys(FAILURES) as FailureKind[]) {
    if (isLockFailure(kind)) expect(ACCESS_REASONS, kind).toContain(lockReason(kind, film))
    else expect(kind).not.toMatch(/required|restricted|outside|signed_out/)
  }
})
