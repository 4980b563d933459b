import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupPackages } from '#src/contract/endpoints/checkout.ts'
import { registerCheckoutJobs } from '#src/service/commerce/checkout/checkout.jobs.ts'
import { notifications } from '#src/service/platform/db/schema/notifications.ts'
import { packages } from '#src/service/platform/db/schema/packages.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { enqueueCampaign } from '#src/service/platform/notifications/campaign-messages.queries.ts'
import { nextDaytime } from '#src/service/platform/notifications/daytime.ts'
import { sendNotifications } from '#src/service/platform/notifications/notifications.ts'
import { readSystemMessage } from '#src/service/storefront/global-data.ts'
import { aUser } from '#tests/support/rows.ts'
import { aPayer, openShop, type Person, type Shop } from '#tests/support/shop.ts'
import { openConsole, type StaffCaller } from '#tests/support/staff.ts'

let shop: Shop
let finance: StaffCaller
let marketing: StaffCaller
let support: StaffCaller

beforeAll(async () => {
  shop = await openShop({ env: { SMS_PER_DAY: '20' } })
  registerCheckoutJobs(shop.deps)
  const team = openConsole(shop)
  finance = await team.member('finance')
  marketing = await team.member('marketing')
  support = await team.member('support')
})
afterAll(() => shop.stopShop())

const act = (caller: StaffCaller, name: string, fields: object, more: object = {}) =>
  caller.call('POST', `/api/actions/${name.replace('.', '/')}`, { fields, ...more })

async function bought(payer: Person): Promise<string> {
  const { id, page } = await shop.order(payer)
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  return id
}

async function priceOf(id: string): Promise<number | undefined> {
  const [row] = await shop.deps.db.select().from(packages).where(eq(packages.id, id))
  return row?.price
}

test('a price begins at its time, and an open invoice keeps the old one', async () => {
  const before = await priceOf('month-1')
  const from = new Date(shop.clock.now().getTime() + 600_000)
  const fields = { id: 'month-1', price: '1700000', from: wall(from) }
  expect((await act(marketing, 'packages.price', fields)).status).toBe(403)
  expect((await act(finance, 'packages.price', fields)).body).toMatchObject({
    data: { is_now: false, total: 1_870_000 },
  })
  const { body } = await act(finance, 'packages.list', {})
  expect(body.data).toContainEqual(
    expect.objectContaining({ id: 'month-1', price: before, next_price: 1_700_000 }),
  )
  const payer = await aPayer(shop)
  const { id } = await shop.order(payer)
  await shop.jobs.run('checkout.prices')
  expect(await priceOf('month-1')).toBe(before)
  shop.clock.advance({ seconds: 660 })
  await shop.jobs.run('checkout.prices')
  expect(await priceOf('month-1')).toBe(1_700_000)
  const open = await finance.call('GET', `/api/payments/${id}`)
  expect(open.body.price).toBe(before)
  expect(JSON.stringify(await shop.api(groupPackages, {}))).toContain('1700000')
  expect(
    (await act(finance, 'packages.price', { id: 'month-1', price: String(before) })).body,
  ).toMatchObject({ data: { is_now: true } })
  expect(await priceOf('month-1')).toBe(before)
})

test('a planned price is withdrawn', async () => {
  const from = wall(new Date(shop.clock.now().getTime() + 3_600_000))
  await act(finance, 'packages.price', { id: 'month-3', price: '1', from })
  expect(
    (await act(finance, 'packages.price', { id: 'month-3', withdraw: true })).body,
  ).toMatchObject({ data: { withdrawn: 1 } })
  const wrong = { id: 'month-3', price: '10', discount: '11' }
  expect((await act(finance, 'packages.price', wrong)).status).toBe(422)
})

test('a partner gets the codes of a batch with Jalali days', async () => {
  const made = {
    percent: '20',
    count: '3',
    prefix: 'PARTNER',
    batch: 'partner',
    ends: '1405-12-29',
  }
  expect((await act(marketing, 'voucher.create', made)).status).toBe(200)
  const { body } = await act(marketing, 'voucher.list', { batch: 'partner', csv: true })
  expect(body.data).toHaveLength(3)
  expect(body.data).toContainEqual({
    code: expect.stringMatching(/^PARTNER-/),
    kind: 'percent',
    worth: 20,
    package: null,
    uses: 1,
    used: 0,
    from: expect.stringMatching(/^1405-/),
    until: '1405-12-29',
  })
})

test('a message begins and ends at its times, and the current one stays until then', async () => {
  const now = shop.clock.now().getTime()
  const shown = async () => (await readSystemMessage(shop.deps, 'en'))?.text
  await act(marketing, 'message.set', { fa: 'اکنون', en: 'now' })
  const [starts, ends] = [wall(new Date(now + 600_000)), wall(new Date(now + 1_200_000))]
  const later = { fa: 'بعد', en: 'later', starts, ends }
  expect((await act(marketing, 'message.set', later)).status).toBe(200)
  expect((await act(marketing, 'message.set', { ...later, ends: starts })).status).toBe(422)
  expect(await shown()).toBe('now')
  const { body } = await act(support, 'message.show', {})
  expect(body.data).toMatchObject([
    { state: 'current', en: 'now' },
    { state: 'planned', en: 'later' },
  ])
  shop.clock.advance({ seconds: 660 })
  expect(await shown()).toBe('later')
  shop.clock.advance({ seconds: 600 })
  expect(await shown()).toBeUndefined()
})

test('a campaign is tried first, and reaches its segment without those who want no news', async () => {
  const { db } = shop.deps
  const [active, silent, none] = [await aPayer(shop), await aPayer(shop), await aUser(db)]
  for (const payer of [active, silent]) await bought(payer)
  await db.update(users).set({ wantsReminders: false }).where(eq(users.id, silent.user.id))
  const fields = { text: 'A new season begins.', segment: 'package', package: 'month-1' }
  expect((await act(support, 'sms.campaign', fields)).status).toBe(403)
  expect((await act(marketing, 'sms.campaign', { ...fields, package: '' })).status).toBe(422)
  const draft = await act(marketing, 'sms.campaign', fields)
  const { id, recipients, text } = draft.body.data as {
    id: string
    recipients: number
    text: string
  }
  expect(recipients).toBe(1)
  expect(text).toContain('/user/settings')
  expect(text).toMatch(/\nلغو پیامک‌ها: http/)
  expect((await act(marketing, 'sms.stop', { id })).status).toBe(422)
  const why = { reason: 'a new season' }
  expect((await act(marketing, 'sms.send', { id }, why)).status).toBe(422)
  expect((await act(marketing, 'sms.test', { id, number: '09121110000' })).status).toBe(200)
  expect(await shop.outbox('09121110000')).toMatchObject([{ kind: 'campaign', text }])
  const both = await Promise.all([
    act(marketing, 'sms.send', { id }, why),
    act(marketing, 'sms.send', { id }, why),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  const rows = await db.select().from(notifications).where(eq(notifications.campaignId, id))
  expect(rows.map(({ userId }) => userId)).toEqual([active.user.id])
  expect(rows.map(({ userId }) => userId)).not.toContain(none)
  expect((await act(marketing, 'sms.campaigns', {})).body.data).toContainEqual(
    expect.objectContaining({ id, recipients: 1, sent: 0, waiting: 1 }),
  )
  expect((await act(marketing, 'sms.stop', { id })).body).toMatchObject({ data: { stopped: 1 } })
  expect(await db.$count(notifications, eq(notifications.campaignId, id))).toBe(0)
})

test('a campaign that is larger than the budget of the day is refused', async () => {
  for (let at = 0; at < 15; at++) await aUser(shop.deps.db)
  const draft = await act(marketing, 'sms.campaign', { text: 'Hello', segment: 'all' })
  const { id } = draft.body.data as { id: string }
  await act(marketing, 'sms.test', { id, number: '09121110001' })
  const { status, body } = await act(marketing, 'sms.send', { id }, { reason: 'news' })
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('the budget of today')
})

test.each(['expiring', 'expired', 'last_seen'])('the segment %s is counted', async segment => {
  const { body } = await act(marketing, 'sms.campaign', { text: 'Hello', segment, days: '40' })
  expect(body).toMatchObject({ data: { recipients: expect.any(Number) } })
})

test('messages of marketing wait for the morning', () => {
  const at = (time: string) => nextDaytime(new Date(`${time}+03:30`)).toISOString()
  expect(at('2026-11-28T12:00')).toBe('2026-11-28T08:30:00.000Z')
  expect(at('2026-11-28T23:00')).toBe('2026-11-29T05:30:00.000Z')
  expect(at('2026-11-29T02:00')).toBe('2026-11-29T05:30:00.000Z')
})

/** Writes a time as members type it, in Tehran. */
function wall(date: Date): string {
  return new Date(date.getTime() + 3.5 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

test('a large segment is queued in steps, each user once', async () => {
  const { db } = shop.deps
  const ids = await Promise.all(Array.from({ length: 5 }, () => aUser(db)))
  const message = { campaignId: 'steps', text: 'A new season begins.', begins: shop.clock.now() }
  const chosen = sql`u.id in ${ids}`
  expect(await enqueueCampaign(db, { ...message, users: chosen, atOnce: 2 })).toBe(5)
  expect(await enqueueCampaign(db, { ...message, users: chosen, atOnce: 5 })).toBe(0)
  const rows = await db.select().from(notifications).where(eq(notifications.campaignId, 'steps'))
  expect(rows.map(({ userId }) => userId).sort()).toEqual(ids.toSorted())
})

test('messages of marketing wait at night, and for a user who has turned them off since', async () => {
  const { db } = shop.deps
  const [asleep, left] = [await aUser(db), await aUser(db)]
  const night = new Date('2026-12-01T22:00:00+03:30')
  const message = { campaignId: 'night', text: 'A new season begins.', begins: night }
  await enqueueCampaign(db, { ...message, users: sql`u.id in ${[asleep, left]}` })
  await db.update(users).set({ wantsReminders: false }).where(eq(users.id, left))
  const sentTo = async (time: Date) => {
    const deps = { ...shop.deps, now: () => time, databaseNow: async () => time }
    await sendNotifications(deps)
    const rows = await db.select().from(notifications).where(eq(notifications.campaignId, 'night'))
    return rows.filter(({ sentAt }) => sentAt).map(({ userId }) => userId)
  }
  expect(await sentTo(night)).toEqual([])
  expect(await sentTo(new Date('2026-12-02T09:30:00+03:30'))).toEqual([asleep])
})
