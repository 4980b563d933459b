import { describe, expect, test } from 'vitest'
import type { BankReply, BankRequest } from '#src/service/platform/adapters/payments/bank-client.ts'
import { GatewayError } from '#src/service/platform/adapters/payments/gateway.ts'
import { vandar, WITHDRAWAL_STATES } from '#src/service/platform/adapters/payments/vandar.ts'

const TRACK = 'c1-2'
const order = { authorizationId: 'a1', amount: 1_419_000, trackId: TRACK, description: 'x' }

/** Vandar with replies by the end of their path; records the requests in order. */
function withReplies(replies: Record<string, BankReply | BankReply[]>) {
  const asked: Array<{ path: string; request: BankRequest }> = []
  const call = async (url: string, request: BankRequest = {}) => {
    const path = url.split('/subscription/')[1] ?? ''
    asked.push({ path, request })
    const known = replies[path]
    const reply = Array.isArray(known) ? known.shift() : known
    if (!reply) throw new GatewayError('timeout')
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
const errorReply = (status: number): BankReply => ({ status, json: { status: 0, error: 'no' } })

describe('a withdrawal', () => {
  test.each(Object.entries(WITHDRAWAL_STATES))('that is %s is %s', async (status, state) => {
    const { provider } = withReplies({ [`withdrawal/track-id/${TRACK}`]: withdrawal(status) })
    expect(await provider.debitOf(TRACK)).toMatchObject({ state })
  })

  test('is requested with our track id, at once, and with a bearer token', async () => {
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
      'withdrawal/store': errorReply(422),
      [`withdrawal/track-id/${TRACK}`]: withdrawal('DONE', {
        gateway_transaction_id: 77,
        amount: '1419000',
      }),
    })
    expect(await provider.debit(order)).toEqual({
      state: 'done',
      withdrawalId: 'w1',
      refId: '77',
      amount: 1_419_000,
    })
  })

  test.each([
    [422, 'the monthly maximum is reached, or the permission is revoked'],
    [404, 'no such permission'],
  ])('that is refused with %i took nothing: %s', async status => {
    const { provider } = withReplies({
      'withdrawal/store': errorReply(status),
      [`withdrawal/track-id/${TRACK}`]: errorReply(404),
    })
    expect(await provider.debit(order)).toMatchObject({ state: 'failed', code: String(status) })
  })

  test.each([409, 500, 503])('that meets an unavailable bank (%i) is repeated', async status => {
    const { provider } = withReplies({
      'withdrawal/store': errorReply(status),
      [`withdrawal/track-id/${TRACK}`]: errorReply(404),
    })
    await expect(provider.debit(order)).rejects.toBeInstanceOf(GatewayError)
  })

  test('that is unknown to the bank is null', async () => {
    const { provider } = withReplies({ [`withdrawal/track-id/${TRACK}`]: errorReply(404) })
    expect(await provider.debitOf(TRACK)).toBeNull()
  })
})

describe('a permission', () => {
  const shown = (status: string, more: object = { mobile: '09120000000' }): BankReply => ({
    status: 200,
    json: { result: { authorization: { id: 'a1', status, ...more } } },
  })
  const signed = {
    authorizationId: 'a1',
    token: 't1',
    msisdn: '09120000000',
    callbackPath: '/payments/vandar/callback/c1',
  }
  const PATCH = 'authorization/a1/verify'
  const GET = 'authorization/a1'
  const waiting = shown('PENDING_VERIFY')

  test.each<[string, Record<string, BankReply | BankReply[]>, string]>([
    ['verified now', { [PATCH]: shown(''), [GET]: [waiting, shown('ACTIVE')] }, 'active'],
    ['verified before', { [GET]: shown('ACTIVE') }, 'active'],
    ['too late', { [PATCH]: errorReply(422), [GET]: waiting }, 'refused'],
    ['revoked', { [GET]: errorReply(422) }, 'refused'],
    ['that is not there', { [GET]: errorReply(404) }, 'refused'],
    ['that cannot be verified now', { [PATCH]: errorReply(500), [GET]: waiting }, 'pending'],
  ])('%s is read as the bank reports it', async (_, replies, state) => {
    expect(await withReplies(replies).provider.verify(signed)).toBe(state)
  })

  test('that the bank cannot show is a fault', async () => {
    const { provider } = withReplies({ [GET]: errorReply(503) })
    await expect(provider.verify(signed)).rejects.toBeInstanceOf(GatewayError)
  })

  const OURS = 'https://shop.example/payments/vandar/callback/c1'
  test.each([
    [{ mobile: '09120000000' }, 'active'],
    [{ mobile: '+989120000000' }, 'active'],
    [{ token: 't1' }, 'active'],
    [{ callback_url: OURS }, 'active'],
    [{ token: 't1', mobile: '0912***0000' }, 'active'],
    [{ mobile: '09120000001' }, 'refused'],
    [{ token: 't2', mobile: '09120000000' }, 'refused'],
    [{ token: 't1', mobile: '09120000001' }, 'refused'],
    [{ callback_url: `${OURS}x`, mobile: '09120000000' }, 'refused'],
    [{ mobile: '0912***0000' }, 'unproven'],
    [{ mobile: '' }, 'unproven'],
    [{ mobile: null, token: null }, 'unproven'],
    [{}, 'unproven'],
  ])('of which the bank says %j is %s', async (more, state) => {
    const { asked, provider } = withReplies({ [GET]: shown('ACTIVE', more) })
    expect(await provider.verify(signed)).toBe(state)
    expect(asked).toHaveLength(1)
  })

  test.each([
    [200, true],
    [404, true],
    [422, true],
    [500, false],
  ])('is cancelled after the answer %i: %s', async (status, isDone) => {
    const { provider } = withReplies({ 'authorization/a1': errorReply(status) })
    expect(await provider.cancel('a1')).toBe(isDone)
  })
})
