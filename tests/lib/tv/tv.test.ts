import { describe, expect, test } from 'vitest'
import { isAndroidTv, isTvAgent } from '#src/lib/tv/tv.ts'

describe('the device is a TV if the user agent matches', () => {
  test.each([
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36',
    'Mozilla/5.0 (WebOS; U) TV Safari',
    'Mozilla/5.0 (Linux; BRAVIA 4K) AppleWebKit/537.36',
    'HbbTV/1.5.1 (; Vendor; Model)',
    'Mozilla/5.0 (Linux; Android 12; Android TV Box) AppleWebKit/537.36 Mobile',
    'Mozilla/5.0 (Linux; GoogleTV 3.2) AppleWebKit/537.36',
    'Mozilla/5.0 (Linux; Android 11; MIBOX4) AppleWebKit/537.36 Chrome/120 Safari/537.36',
  ])('%s', agent => {
    expect(isTvAgent(agent)).toBe(true)
  })
  test.each([
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 13; SM-X700 Tab) AppleWebKit/537.36 Chrome/120 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15',
  ])('and not: %s', agent => {
    expect(isTvAgent(agent)).toBe(false)
  })
})

test('only Android-type agents are offered the app', () => {
  expect(isAndroidTv('Mozilla/5.0 (Linux; Android 11; MIBOX4) Chrome/120')).toBe(true)
  expect(isAndroidTv('Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0)')).toBe(false)
  expect(isAndroidTv('Mozilla/5.0 (Linux; Android 14) Mobile')).toBe(false)
})
