import { describe, expect, test } from 'vitest'
import { isSameFile, renewalDelay, urlToken, withToken } from '#src/lib/player/signed-url.ts'

describe('signed URLs', () => {
  test('have the token in one path segment, and renewal replaces only that', () => {
    const url = 'https://site.test/media/s/100.abc/demo/480p/media.mp4?x=1'
    expect(urlToken(url)).toBe('100.abc')
    expect(withToken(url, '200.d$&f')).toBe(
      'https://site.test/media/s/200.d$&f/demo/480p/media.mp4?x=1',
    )
  })

  test('are unchanged if they have no token', () => {
    expect(urlToken('https://cdn.test/a.m3u8')).toBeNull()
    expect(withToken('https://cdn.test/a.m3u8', '1.a')).toBe('https://cdn.test/a.m3u8')
    expect(withToken('/media/s/1.a/x', null)).toBe('/media/s/1.a/x')
  })

  test('are renewed for the same file unless the title has a new stream', () => {
    const url = 'https://media.test/media/s/100-abc/titles/1/primary-1/-/master.m3u8'
    expect(isSameFile(url, url.replace('100-abc', '200-def'))).toBe(true)
    expect(isSameFile(url, url.replace('primary-1', 'primary-2'))).toBe(false)
  })

  test('are renewed after three quarters of their lifetime, at least 2 s', () => {
    expect(renewalDelay(300)).toBe(225_000)
    expect(renewalDelay(1)).toBe(2_000)
  })
})
