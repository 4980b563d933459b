import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mediaLink } from '#src/service/platform/adapters/media/media-link.ts'
import { signStreamUrl } from '#src/service/watching/player/playback-descriptor.ts'

const SECRET = 'a-media-secret-of-the-tests'
const NOW = 1_780_000_123

describe('a link to the media server', () => {
  test('is signed over expiry and stream, as nginx checks it', () => {
    const { path, expiresAt } = mediaLink(SECRET, 'titles/a/primary-1', NOW, 60)
    const signature = createHash('md5')
      .update(`${expiresAt}/titles/a/primary-1 ${SECRET}`)
      .digest('base64')
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
    expect(path).toBe(`/media/s/${expiresAt}-${signature}/titles/a/primary-1/-`)
  })

  test('lives for one to two minutes, and is the same for all who ask within one', () => {
    const links = Array.from({ length: 120 }, (_, at) => ({
      now: NOW + at,
      ...mediaLink(SECRET, 'demo/a', NOW + at, 60),
    }))
    const lives = links.map(({ expiresAt, now }) => expiresAt - now)
    expect([Math.min(...lives), Math.max(...lives)]).toEqual([60, 119])
    expect(new Set(links.map(({ path }) => path)).size).toBe(3)
  })
})

describe('the URL of a stream', () => {
  const key = () => Buffer.alloc(32, 7)
  const now = () => new Date(NOW * 1_000)
  const media = { MEDIA_BASE_URL: 'https://media.test', MEDIA_SECRET: SECRET }
  const urlOf = (env: object, source?: string) =>
    signStreamUrl({ env: env as never, key, now }, 'demo/a', { source }, 'bearer').url('a.m3u8')

  test('of the media server lives for two minutes at most; one that is for everybody may live longer', () => {
    const lifeOf = (bearer: string | null, isPublic?: boolean) =>
      signStreamUrl({ env: media as never, key, now }, 'demo/a', {}, bearer, isPublic).expiresIn
    expect(lifeOf('bearer')).toBeLessThanOrEqual(120)
    expect(lifeOf(null, false)).toBeLessThanOrEqual(120)
    expect(lifeOf(null)).toBeGreaterThanOrEqual(300)
  })

  test('is of the media server where that can check it', () => {
    expect(urlOf(media)).toMatch(/^https:\/\/media\.test\/media\/s\/\d{10}-[\w-]{22}\/demo\/a\/-\//)
  })

  test('is on the site without a secret, and for a channel that the service generates', () => {
    expect(urlOf({})).toMatch(/^\/media\/s\/[\w.-]+\/demo\/a\/a\.m3u8$/)
    expect(urlOf({ MEDIA_BASE_URL: 'https://media.test' })).toMatch(/^\/media\/s\//)
    expect(urlOf(media, 'landscape')).toMatch(/^\/media\/s\//)
  })
})
