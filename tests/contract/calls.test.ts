import { describe, expect, it } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { fillPath } from '#src/contract/endpoint.ts'
import { RESULTS } from '#src/contract/envelope.ts'

/** The calls of section 7 of the specification; names of path parameters in braces are not compared. */
const GIVEN = `
GET /users/_self
GET /access-token/users/{id}/approaches
GET /access-token/users/{msisdn}/otp
POST /access-token/users/{msisdn}/password
POST /access-token/users/{msisdn}/otp
POST /access-token/users/{msisdn}
DELETE /access-token/users/_self
POST /access-token/users/remote-access/{code}
GET /access-token/users/_self/sessions
POST /users/_self/password/_current
PUT /users/_self/password
POST /users/_self/password
POST /third-party-authentication
GET /sso/check
GET /users/static-avatar
POST /video-contents/{id}/files/{fileId}/playback
GET /video-contents/{id}/files/{fileId}/{use}
POST /video-contents/{id}/comments
GET /users/_self/bookmarks
POST /users/_self/bookmarks
DELETE /users/_self/bookmarks/{id}
GET /video-contents/{id}/conditional-prop
POST /video-contents/conditional-props-compact
POST /video-contents/{id}/like
POST /video-contents/{id}/dislike
GET /users/_self/profile
GET /users/_self/profile/continue-watching
DELETE /users/_self/profile/continue-watching/{id}
GET /users/profile/
GET /users/profile/{id}
POST /users/profile
PUT /users/profile/{id}
POST /users/profile/switch
PUT /users/profile/pin/{id}
GET /users/profile/delete/{id}
POST /users/profile/delete/{id}
GET /users/profile/reset-pin/{id}
POST /users/profile/reset-pin-otpcheck/{id}
POST /users/profile/reset-pin/{id}
GET /widgets/personal-home-page
GET /widgets/packages
GET /search
GET /search/click
GET /popup-message
GET /global-data
GET /users/_self/subscriptions
GET /packages/voucher
POST /packages/grouped
POST /subscriptions
POST /subscriptions/pay
POST /video-contents/{id}/buy-ticket
GET /subscriptions/getPaymentGateway/{packageId}
GET /subscriptions/getPaymentGateway/{packageId}/{voucherCode}
GET /video-contents/{id}/cinemaonline-invoice
GET /subscriptions/CinemaOnlinePaymentGateway
GET /subscriptions/getPaymentTransaction/{id}
GET /cinema-online/GetTransaction/{id}
POST /surveys/{id}
GET /surveys/{ref}
GET /surveys/{ref}/current-user
GET /survey-groups/{ref}/current-user`
  .trim()
  .split('\n')

const SPECIAL = ['success', 'session_limit', 'stream_limit', 'subscription_required']
const shape = (call: string) => call.replace(/\{\w+\}/g, '{}')
const ours = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)

describe('the contract', () => {
  it.each(GIVEN)('has the call %s of the specification', call => {
    expect(ours.map(shape)).toContain(shape(call))
  })

  it('marks every call that the specification does not list as added', () => {
    const given = new Set(GIVEN.map(shape))
    const unmarked = endpoints.filter(
      ({ endpoint, schemas }) =>
        !given.has(shape(`${endpoint.method} ${endpoint.path}`)) && !schemas.own,
    )
    expect(unmarked.map(({ name }) => name)).toEqual([])
  })

  it('never uses a method and path twice', () => {
    expect(new Set(ours.map(shape)).size).toBe(ours.length)
  })

  it('refuses unknown keys in every body', () => {
    for (const { name, schemas } of endpoints) {
      if (!schemas.body) continue
      const result = schemas.body.safeParse({ __unknown: 1 })
      const codes = result.error?.issues.map(({ code }) => code) ?? []
      expect(codes, name).toContain('unrecognized_keys')
    }
  })

  it('begins every operation_result_code with its HTTP status, except the three that the specification defines', () => {
    const wrong = Object.entries(RESULTS).filter(
      ([result, [status, code]]) => !SPECIAL.includes(result) && Math.floor(code / 100) !== status,
    )
    expect(wrong).toEqual([])
    expect([
      RESULTS.session_limit[1],
      RESULTS.stream_limit[1],
      RESULTS.subscription_required[1],
    ]).toEqual([40038, 40039, 40040])
  })

  it('fills a path with encoded parameters and throws if one is missing', () => {
    expect(fillPath('/artists/{short_id}', { short_id: 'a/b ?' })).toBe('/artists/a%2Fb%20%3F')
    expect(() => fillPath('/artists/{short_id}')).toThrow('short_id')
    for (const short_id of ['', '.', '..'])
      expect(new URL(fillPath('/artists/{short_id}', { short_id }), 'http://x').pathname).toMatch(
        /^\/artists\/%/,
      )
  })
})
