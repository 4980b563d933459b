import { describe, expect, it } from 'vitest'
import { isChild, openState, sealState } from '#src/http/session-cookies.ts'
import { ANONYMOUS, readState, type SessionState, STATE_MAX_BYTES } from '#src/lib/session/state.ts'

const key = Buffer.alloc(32, 7)
const signedIn: SessionState = {
  ...ANONYMOUS,
  user: {
    id: 'u1',
    msisdn: '09120000001',
    name: 'سارا',
    family: 'کریمی',
    avatar: '/media/pictures/avatar/a',
    is_sso_login: false,
    sso_back_url: null,
    conditional_flag: ['has_subscription'],
    subscription_remaining_in_day: 180,
  },
  profile: { id: 'p1', name: 'سارا', avatar: '/a', age_type: 'adult', is_primary: true },
}

describe('the state cookie', () => {
  it('is read by scripts as it was written, Persian names included', () => {
    expect(readState(`theme=1; state=${sealState(signedIn, key)}; x=2`)).toEqual(signedIn)
  })

  it('is opened on the server with its key only', () => {
    const sealed = sealState(signedIn, key)
    expect(openState(sealed, key)).toEqual(signedIn)
    expect(openState(sealed, Buffer.alloc(32, 8))).toBeNull()
  })

  it('is rejected with any character changed', () => {
    const sealed = sealState(signedIn, key)
    for (let at = 0; at < sealed.length; at++) {
      const forged = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
      expect(openState(forged, key)).toBeNull()
    }
  })

  it('is bounded in size', () => {
    const user = {
      ...(signedIn.user as NonNullable<SessionState['user']>),
      name: 'ن'.repeat(STATE_MAX_BYTES),
    }
    expect(() => sealState({ ...signedIn, user }, key)).toThrow(RangeError)
  })

  it('reads as nobody when it is missing or broken', () => {
    expect(readState('')).toEqual(ANONYMOUS)
    expect(readState('state=%%%')).toEqual(ANONYMOUS)
    expect(openState('abc', key)).toBeNull()
  })
})

describe('a child', () => {
  const watchedBy = (age_type: 'adult' | 'teen' | 'under_7') =>
    sealState({ ...signedIn, profile: { ...signedIn.profile, age_type } as never }, key)

  it('is watching where the sealed cookie says so, wherever it is in the header', () => {
    expect(isChild(`a=b; state=${watchedBy('under_7')}; c=d`, key)).toBe(true)
    expect(isChild(`state="${watchedBy('under_7')}"`, key)).toBe(true)
    expect(isChild(`state=${watchedBy('adult')}`, key)).toBe(false)
    expect(isChild(`state=${sealState(ANONYMOUS, key)}`, key)).toBe(false)
  })

  it('is not, by a cookie that this site did not seal', () => {
    const forged = watchedBy('under_7')
    for (const cookies of [undefined, '', 'a=b', 'state=', `xstate=${forged}`, `state=${forged}x`])
      expect(isChild(cookies, key), cookies).toBe(false)
    expect(isChild(`state=${forged}`, Buffer.alloc(32, 8))).toBe(false)
  })
})
