import { describe, expect, it } from 'vitest'
import { CHILD_BANDS } from '#src/contract/values.ts'
import {
  createBandCookie,
  openState,
  parseCookies,
  readChildBand,
  readShownState,
  readSignedState,
  sealState,
} from '#src/http/session-cookies.ts'
import {
  ANONYMOUS,
  readStateCookie,
  type SessionState,
  STATE_MAX_BYTES,
} from '#src/lib/session/state.ts'
import type { KeySet } from '#src/service/platform/keys.ts'

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
  it('is readable by scripts as it was written, including Persian names', () => {
    expect(readStateCookie(`theme=1; state=${sealState(signedIn, KEYS)}; x=2`)).toEqual(signedIn)
  })

  it('can be opened on the server with its key only', () => {
    const sealed = sealState(signedIn, KEYS)
    expect(openState(sealed, KEYS)).toEqual(signedIn)
    expect(openState(sealed, [Buffer.alloc(32, 8)])).toBeNull()
  })

  it('is rejected if any character is changed', () => {
    const sealed = sealState(signedIn, KEYS)
    for (let at = 0; at < sealed.length; at++) {
      const forged = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
      expect(openState(forged, KEYS)).toBeNull()
    }
  })

  it('has a maximum size', () => {
    const user = {
      ...(signedIn.user as NonNullable<SessionState['user']>),
      name: 'ن'.repeat(STATE_MAX_BYTES),
    }
    expect(() => sealState({ ...signedIn, user }, KEYS)).toThrow(RangeError)
  })

  it('means a visitor if it is missing or broken', () => {
    expect(readStateCookie('')).toEqual(ANONYMOUS)
    expect(readStateCookie('state=%%%')).toEqual(ANONYMOUS)
    expect(openState('abc', KEYS)).toBeNull()
  })
})

describe('the cookies of a request', () => {
  const header = `theme=1; state=${sealState(signedIn, KEYS)}; x=%D8%B3`

  it('are parsed once, however many steps read them', () => {
    expect(parseCookies(header)).toEqual({
      theme: '1',
      state: expect.stringMatching(/./),
      x: 'س',
    })
    expect(parseCookies(header)).toBe(parseCookies(header))
    expect(readShownState(header)).toEqual(signedIn)
    expect(readShownState(header)).toBe(readShownState(header))
    expect(readSignedState(header, KEYS)).toBe(readSignedState(header, KEYS))
  })

  it('are signed only for the keys that are asked for, in any order', () => {
    const others: KeySet = [Buffer.alloc(32, 8)]
    expect(readSignedState(header, others)).toBeNull()
    expect(readSignedState(header, KEYS)).toEqual(signedIn)
    expect(readSignedState(header, others)).toBeNull()
  })

  it.each([undefined, '', 'state=', 'state=%%%', 'state=abc.def', 'state="'])(
    'without a state are those of a visitor: %s',
    cookies => {
      expect(readShownState(cookies)).toEqual(ANONYMOUS)
      expect(readSignedState(cookies, KEYS)).toBeNull()
    },
  )
})

describe('a child', () => {
  const watchedBy = (age_type: string) =>
    sealState({ ...signedIn, profile: { ...signedIn.profile, age_type } as never }, KEYS)

  it('is watching if the sealed cookie says so, at any position in the header', () => {
    for (const band of CHILD_BANDS) {
      expect(readChildBand(`a=b; state=${watchedBy(band)}; c=d`, KEYS)).toBe(band)
      expect(readChildBand(`state="${watchedBy(band)}"`, KEYS)).toBe(band)
      expect(readChildBand(createBandCookie(band, KEYS), KEYS)).toBe(band)
    }
    expect(readChildBand(`state=${watchedBy('adult')}`, KEYS)).toBeNull()
    expect(readChildBand(`state=${sealState(ANONYMOUS, KEYS)}`, KEYS)).toBeNull()
  })

  it('of an unknown age band may see what the youngest may see', () => {
    for (const band of ['under_9', 'teen', '', '__proto__'])
      expect(readChildBand(`state=${watchedBy(band)}`, KEYS), band).toBe('under_3')
  })

  it('is not recognised by a cookie that this site did not seal', () => {
    const forged = watchedBy('under_7')
    for (const cookies of [undefined, '', 'a=b', 'state=', `xstate=${forged}`, `state=${forged}x`])
      expect(readChildBand(cookies, KEYS), cookies).toBeNull()
    expect(readChildBand(`state=${forged}`, [Buffer.alloc(32, 8)])).toBeNull()
    const [payload] = forged.split('.')
    expect(readChildBand(`state=${payload}`, KEYS)).toBeNull()
  })
})
