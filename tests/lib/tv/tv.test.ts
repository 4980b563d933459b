import { afterEach, describe, expect, test, vi } from 'vitest'
import { isAndroidTv, isTvAgent, isTvMode, TV_MODE_KEY } from '#src/lib/tv/tv.ts'

afterEach(() => vi.unstubAllGlobals())

/** A user agent, true if it is a TV, and true if it may install the Android app. */
const AGENTS: [string, { isTv: boolean; isAndroid: boolean }][] = [
  ['Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36', { isTv: true, isAndroid: false }],
  ['Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36', { isTv: true, isAndroid: false }],
  ['Mozilla/5.0 (WebOS; U) TV Safari', { isTv: true, isAndroid: false }],
  ['HbbTV/1.5.1 (; Vendor; Model)', { isTv: true, isAndroid: false }],
  ['Mozilla/5.0 (Linux; BRAVIA 4K) AppleWebKit/537.36', { isTv: true, isAndroid: true }],
  ['Mozilla/5.0 (Linux; GoogleTV 3.2) AppleWebKit/537.36', { isTv: true, isAndroid: true }],
  [
    'Mozilla/5.0 (Linux; Android 12; Android TV Box) AppleWebKit/537.36 Mobile',
    { isTv: true, isAndroid: true },
  ],
  [
    'Mozilla/5.0 (Linux; Android 11; MIBOX4) AppleWebKit/537.36 Chrome/120 Safari/537.36',
    { isTv: true, isAndroid: true },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36',
    { isTv: false, isAndroid: false },
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-X700 Tab) AppleWebKit/537.36 Chrome/120 Safari/537.36',
    { isTv: false, isAndroid: false },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120 Safari/537.36',
    { isTv: false, isAndroid: false },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15',
    { isTv: false, isAndroid: false },
  ],
  ['', { isTv: false, isAndroid: false }],
]

describe.each(AGENTS)('"%s"', (userAgent, { isTv, isAndroid }) => {
  test(`${isTv ? 'is a TV' : 'is not a TV'}, ${isAndroid ? 'with' : 'without'} the Android app`, () => {
    expect(isTvAgent(userAgent)).toBe(isTv)
    expect(isAndroidTv(userAgent)).toBe(isAndroid)
  })

  test.each([
    [null, isTv],
    ['on', isTv],
    ['off', false],
  ])('with the choice %s, TV mode is %s', (choice, isOn) => {
    vi.stubGlobal('navigator', { userAgent })
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => (key === TV_MODE_KEY ? choice : null),
    })
    expect(isTvMode()).toBe(isOn)
  })
})
