import { describe, expect, test } from 'vitest'
import type { BankReply, BankRequest } from '#src/service/adapters/payments/bank-call.ts'
import { GatewayFault } from '#src/service/adapters/payments/gateway.ts'
import { vandar, WITHDRAWAL_STATES } from '#src/service/adapters/payments/vandar.ts'

const TRACK = 'c1-2'
const order = { authorizationId: 'a1', amount: 1_419_000, trackId: TRACK, description: 'x' }

/** Vandar with replies by the end of their path; what was asked, in order. */
function withReplies(replies: Record<string, BankReply>) {
  const asked: Array<{ path: string; request: BankRequest }> = []
  const call = async (url: string, request: BankRequest = {}) => {
    const path = url.split('/subscription/')[1] ?? ''
    asked.push({ path, request })
    const reply = replies[path]
    if (!reply) throw new GatewayFault('timeout')
    return reply
  }
  const pageBase = () => 'https://page.example'
  const provider = vandar({
    call,
    baseUrl: 'https://api.example',
    business: 'b',
    token: 't',
    pageBase,
  })
  return { asked, provider }
}

const withdrawal = (status: string, more: object = {}): BankReply => ({
  status: 200,
  json: { status: 1, result: { withdrawal: { id: 'w1', status, track_id: TRACK, ...more } } },
})
const refused = (status: number): BankReply => ({ status, json: { status: 0, error: 'no' } })

describe('a withdrawal', () => {
  test.each(Object.entries(WITHDRAWAL_STATES))('that is %s is %s', async (status, state) => {
    const { provider } = withReplies({ [`withdrawal/track-id/${TRACK}`]: withdrawal(status) })
    expect(await provider.debitOf(TRACK)).toMatchObject({ state })
  })

  test('is asked for with a track id of ours, at once, and a bearer token', async () => {
    const { asked, provider } = withReplies({ 'withdrawal/store': withdrawal('PENDING') })
    expect(await provider.debit(order)).toEqual({ state: 'pending', withdrawalId: 'w1' })
    expect(asked[0]?.request.body).toMatchObject({
      authorization_id: 'a1',
      amount: 1_419_000,
      is_instant: 1,
      track_id: TRACK,
    })
    expect(asked[0]?.request.headers).toEqual({ Authorization: 'Bearer t' })
  })

  test('whose track id was used is the one that was made with it', async () => {
    const { provider } = withReplies({
      'withdrawal/store': refused(422),
      [`withdrawal/track-id/${TRACK}`]: withdrawal('DONE', { gateway_transaction_id: 77 }),
    })
    expect(await provider.debit(order)).toEqual({
      state: 'done',
      withdrawalId: 'w1',
      refId: '77',
    })
  })

  test.each([
    [422, 'a monthly count that is reached, or a permission that is revoked'],
    [404, 'no such permission'],
  ])('that is refused with %i took nothing: %s', async status => {
    const { provider } = withReplies({
      'withdrawal/store': refused(status),
      [`withdrawal/track-id/${TRACK}`]: refused(404),
    })
    expect(await provider.debit(order)).toMatchObject({ state: 'failed', code: String(status) })
  })

  test.each([409, 500, 503])('that meets a bank that is down (%i) is asked again', async status => {
    const { provider } = withReplies({
      'withdrawal/store': refused(status),
      [`withdrawal/track-id/${TRACK}`]: refused(404),
    })
    await expect(provider.debit(order)).rejects.toBeInstanceOf(GatewayFault)
  })

  test('that the bank never heard of is null', async () => {
    const { provider } = withReplies({ [`withdrawal/track-id/${TRACK}`]: refused(404) })
    expect(await provider.debitOf(TRACK)).toBeNull()
  })
})

describe('a permission', () => {
  const shown = (status: string): BankReply => ({
    status: 200,
    json: { result: { authorization: { id: 'a1', status, mobile: '09120000000' } } },
  })

  test.each([
    ['verified now', 200, shown('ACTIVE'), 'active'],
    ['verified before', 422, shown('ACTIVE'), 'active'],
    ['too late', 422, shown('PENDING_VERIFY'), 'refused'],
    ['revoked', 422, refused(422), 'refused'],
    ['that the bank cannot show', 200, refused(503), 'pending'],
  ])('%s is taken for what the bank shows', async (_, status, reply, state) => {
    const { provider } = withReplies({
      'authorization/a1/verify': { status, json: {} },
      'authorization/a1': reply,
    })
    expect(await provider.verify('a1')).toMatchObject({ state })
  })

  test('that the bank cannot verify now decides nothing', async () => {
    const { provider } = withReplies({ 'authorization/a1/verify': refused(500) })
    expect(await provider.verify('a1')).toEqual({ state: 'pending', msisdn: null })
  })

  test.each([
    [200, true],
    [404, true],
    [422, true],
    [500, false],
  ])('is gone after a cancelling answered with %i: %s', async (status, isDone) => {
    const { provider } = withReplies({ 'authorization/a1': refused(status) })
    expect(await provider.cancel('a1')).toBe(isDone)
  })
})
