import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  allowRemoteAccess,
  getSelf,
  loginByOtp,
  loginByPassword,
  pollRemoteAccess,
  resolveSessions,
  sendOtp,
  setFirstPassword,
  startRemoteAccess,
} from '#src/contract/endpoints/session.ts'
import { unblockUser } from '#src/service/accounts/session/blocking.ts'
import { listRefundsOf } from '#src/service/commerce/checkout/refunds.ts'
import { blockPerson } from '#src/service/operations/people/block.ts'
import {
  cancelSubscription,
  extendSubscription,
} from '#src/service/operations/people/subscription.ts'
import { sessions } from '#src/service/platform/db/schema/session.ts'
import { sendNotifications } from '#src/service/platform/notifications/notifications.ts'
import { PASSWORD } from '#tests/support/access/call-cases.ts'
import { unlimited } from '#tests/support/access/unlimited.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { directDebit } from '#tests/support/direct-debit.ts'
import { aDevice, aUser, signIn } from '#tests/support/people.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'

const BLOCKED = { status: 403, code: 40303, result: 'account_blocked' }
let shop: Shop
beforeAll(async () => {
  shop = await openShop({
    overrides: { limits: unlimited.limits as NonNullable<typeof unlimited.limits> },
  })
}, 180_000)
afterAll(() => shop.stopShop())

const block = (userId: string) => blockPerson(shop.deps, { userId, reason: 'fraud' })

test('a blocked user is signed out at once on every node, and cannot sign in by any way', async () => {
  const person = await aUser(shop)
  const { msisdn } = person
  await person.api(setFirstPassword, { body: { password: PASSWORD } })
  const television = await shop.api(startRemoteAccess, { body: { device: aDevice() } })
  const params = { code: television.code }
  await person.api(allowRemoteAccess, { params, body: {} })
  expect(await block(person.user.id)).toMatchObject({ isNew: true, sessions: 1 })

  const otherNode = await shop.again()
  for (const node of [shop, otherNode])
    expect((await apiErrorOf(node.as(person)(getSelf))).result).toBe('unauthorized')
  await otherNode.stop()

  expect(await apiErrorOf(signIn(shop, { msisdn }))).toMatchObject(BLOCKED)
  const body = { password: PASSWORD, device: aDevice() }
  const byPassword = await apiErrorOf(shop.api(loginByPassword, { params: { msisdn }, body }))
  expect(byPassword).toMatchObject({ ...BLOCKED, message: expect.stringMatching(/مسدود/) })
  const english = shop.as({ language: 'en' })
  expect(
    (await apiErrorOf(english(loginByPassword, { params: { msisdn }, body }))).message,
  ).toMatch(/blocked/)
  const poll = { params: { poll_token: television.poll_token } }
  expect((await apiErrorOf(shop.api(pollRemoteAccess, poll))).result).not.toBe('success')

  expect(await unblockUser(shop.deps.db, person.user.id)).toBe(true)
  expect((await signIn(shop, { msisdn })).user.id).toBe(person.user.id)
})

test('a pending choice of devices is refused too', async () => {
  const msisdn = (await aUser(shop)).msisdn
  await signIn(shop, { msisdn })
  await signIn(shop, { msisdn })
  const full = await apiErrorOf(signIn(shop, { msisdn }))
  const { sessions: open, limited_token } = full.data as {
    sessions: { id: string }[]
    limited_token: string
  }
  const { rows } = await shop.deps.db.execute<{ id: string }>(
    sql`select id from users where msisdn = ${msisdn}`,
  )
  await block(rows[0]?.id ?? '')
  const choice = shop.as({ accessToken: limited_token })(resolveSessions, {
    params: { msisdn },
    body: { sessions: open.map(({ id }) => id) },
  })
  expect((await apiErrorOf(choice)).result).toBe('unauthorized')
})

test('of sign-ins that race with a block, none stays signed in', async () => {
  for (let round = 0; round < 4; round++) {
    const { user, msisdn } = await aUser(shop)
    const { tracker_id } = await shop.api(sendOtp, { params: { msisdn } })
    const [message] = await shop.outbox(msisdn)
    const body = { otp: message?.code ?? '', tracker_id, device: aDevice() }
    const logins = resultsOf([shop.api(loginByOtp, { params: { msisdn }, body })])
    await Promise.all([logins, block(user.id)])
    const open = await shop.deps.db
      .select({ revokedAt: sessions.revokedAt })
      .from(sessions)
      .where(eq(sessions.userId, user.id))
    expect(open.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
  }
})

test('a block ends direct debit, and a second block changes nothing', async () => {
  const debit = directDebit(shop)
  const payer = await aPayer(shop)
  const id = await debit.subscribe(payer)
  expect(await block(payer.user.id)).toMatchObject({ isNew: true, contracts: 1 })
  expect(await debit.contract(id)).toMatchObject({ state: 'cancelled', cancelReason: 'blocked' })
  expect(await block(payer.user.id)).toEqual({ isNew: false, sessions: 0, contracts: 0 })
})

test('a payment that a bank took from a blocked user must be refunded', async () => {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer)
  await block(payer.user.id)
  const before = await shop.ledger()
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  expect([await shop.state(id), await shop.periods(payer)]).toEqual(['reversed', []])
  const after = await shop.ledger()
  expect(await listRefundsOf(shop.deps.db, id)).toMatchObject([{ reason: 'blocked' }])
  expect([after.revenue, after.vat]).toEqual([before.revenue, before.vat])
})

test('days are added after the remaining ones, also by two operators at once; cancelling ends all of them', async () => {
  const { user } = await aUser(shop)
  const given = { userId: user.id, days: 10 }
  const [one, two] = await Promise.all([
    extendSubscription(shop.deps, given),
    extendSubscription(shop.deps, given),
  ])
  const ends = Math.max(one.endsAt.getTime(), two.endsAt.getTime())
  expect(Math.round((ends - shop.deps.now().getTime()) / 86_400_000)).toBe(20)
  const cancelled = await cancelSubscription(shop.deps, { userId: user.id, reason: 'operator' })
  expect(cancelled).toEqual({ periods: 2, contracts: 0 })
  const again = await extendSubscription(shop.deps, given)
  expect(again.startsAt).toEqual(shop.deps.now())
})

test('a user is notified by SMS of changes by the team, once, unless they are quiet', async () => {
  const { user, msisdn } = await aUser(shop)
  const textsSent = async () => {
    await sendNotifications(shop.deps)
    return (await shop.outbox(msisdn)).filter(({ kind }) => kind === 'account_changed')
  }
  await extendSubscription(shop.deps, { userId: user.id, days: 5, isTold: false })
  expect(await textsSent()).toEqual([])
  await extendSubscription(shop.deps, { userId: user.id, days: 5 })
  await cancelSubscription(shop.deps, { userId: user.id, reason: 'operator' })
  await block(user.id)
  await block(user.id)
  const texts = (await textsSent()).map(({ text }) => text).join('\n')
  for (const words of ['تمدید شد', 'لغو شد', 'مسدود شد']) expect(texts.split(words)).toHaveLength(2)
})

test('if access is kept, only the renewal ends', async () => {
  const debit = directDebit(shop)
  const payer = await aPayer(shop)
  const id = await debit.subscribe(payer)
  const given = { userId: payer.user.id, reason: 'operator', keepsAccess: true }
  expect(await cancelSubscription(shop.deps, given)).toEqual({ periods: 0, contracts: 1 })
  expect((await debit.contract(id)).state).toBe('cancelled')
  expect(await shop.periods(payer)).toHaveLength(1)
})
