import { describe, expect, it } from 'vitest'
import { CHILD_BANDS } from '#src/contract/values.ts'
import { bandCookie, childBand, openState, sealState } from '#src/http/session-cookies.ts'
import { ANONYMOUS, readState, type SessionState, STATE_MAX_BYTES } from '#src/lib/session/state.ts'
import type { KeySet } from '#src/service/keys.ts'

const KEYS: KeySet = [Buffer.alloc(32, 7)]
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
    expect(readState(`theme=1; state=${sealState(signedIn, KEYS)}; x=2`)).toEqual(signedIn)
  })

  it('is opened on the server with its key only', () => {
    const sealed = sealState(signedIn, KEYS)
    expect(openState(sealed, KEYS)).toEqual(signedIn)
    expect(openState(sealed, [Buffer.alloc(32, 8)])).toBeNull()
  })

  it('is rejected with any character changed', () => {
    const sealed = sealState(signedIn, KEYS)
    for (let at = 0; at < sealed.length; at++) {
      const forged = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
      expect(openState(forged, KEYS)).toBeNull()
    }
  })

  it('is bounded in size', () => {
    const user = {
      ...(signedIn.user as NonNullable<SessionState['user']>),
      name: 'ن'.repeat(STATE_MAX_BYTES),
    }
    expect(() => sealState({ ...signedIn, user }, KEYS)).toThrow(RangeError)
  })

  it('reads as nobody when it is missing or broken', () => {
    expect(readState('')).toEqual(ANONYMOUS)
    expect(readState('state=%%%')).toEqual(ANONYMOUS)
    expect(openState('abc', KEYS)).toBeNull()
  })
})

describe('a child', () => {
  const watchedBy = (age_type: string) =>
    sealState({ ...signedIn, profile: { ...signedIn.profile, age_type } as never }, KEYS)

  it('is watching where the sealed cookie says so, wherever it is in the header', () => {
    for (const band of CHILD_BANDS) {
      expect(childBand(`a=b; state=${watchedBy(band)}; c=d`, KEYS)).toBe(band)
      expect(childBand(`state="${watchedBy(band)}"`, KEYS)).toBe(band)
      expect(childBand(bandCookie(band, KEYS), KEYS)).toBe(band)
    }
    expect(childBand(`state=${watchedBy('adult')}`, KEYS)).toBeNull()
    expect(childBand(`state=${sealState(ANONYMOUS, KEYS)}`, KEYS)).toBeNull()
  })

  it('of a band that is not known here sees what the youngest may', () => {
    for (const band of ['under_9', 'teen', '', '__proto__'])
      expect(childBand(`state=${watchedBy(band)}`, KEYS), band).toBe('under_3')
  })

  it('is not, by a cookie that this site did not seal', () => {
    const forged = watchedBy('under_7')
    for (const cookies of [undefined, '', 'a=b', 'state=', `xstate=${forged}`, `state=${forged}x`])
      expect(childBand(cookies, KEYS), cookies).toBeNull()
    expect(childBand(`state=${forged}`, [Buffer.alloc(32, 8)])).toBeNull()
    const [payload] = forged.split('.')
    expect(childBand(`state=${payload}`, KEYS)).toBeNull()
  })
})
