import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mediaLink } from '#src/service/adapters/media/media-link.ts'
import { signStreamUrl } from '#src/service/player/playback-descriptor.ts'

const SECRET = 'a-media-secret-of-the-tests'
const NOW = 1_780_000_123

describe('a link to the media server', () => {
  test('is signed over expiry and stream, as nginx checks it', () => {
    const { path, expiresAt } = mediaLink(SECRET, 'titles/a/primary-1', NOW)
    const signature = createHash('md5')
      .update(`${expiresAt}/titles/a/primary-1 ${SECRET}`)
      .digest('base64')
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
    expect(path).toBe(`/media/s/${expiresAt}-${signature}/titles/a/primary-1/-`)
  })

  test('lives for five to ten minutes, and is the same for all who ask within five', () => {
    const links = Array.from({ length: 600 }, (_, at) => ({
      now: NOW + at,
      ...mediaLink(SECRET, 'demo/a', NOW + at),
    }))
    const lives = links.map(({ expiresAt, now }) => expiresAt - now)
    expect([Math.min(...lives), Math.max(...lives)]).toEqual([300, 599])
    expect(new Set(links.map(({ path }) => path)).size).toBe(3)
  })
})

describe('the URL of a stream', () => {
  const key = () => Buffer.alloc(32, 7)
  const now = () => new Date(NOW * 1_000)
  const media = { MEDIA_BASE_URL: 'https://media.test', MEDIA_SECRET: SECRET }
  const urlOf = (env: object, source?: string) =>
    signStreamUrl({ env: env as never, key, now }, 'demo/a', { source }, 'bearer').url('a.m3u8')

  test('is of the media server where that can check it', () => {
    expect(urlOf(media)).toMatch(/^https:\/\/media\.test\/media\/s\/\d{10}-[\w-]{22}\/demo\/a\/-\//)
  })

  test('is of the site without a secret, and of a channel that the service generates', () => {
    expect(urlOf({})).toMatch(/^\/media\/s\/[\w.-]+\/demo\/a\/a\.m3u8$/)
    expect(urlOf({ MEDIA_BASE_URL: 'https://media.test' })).toMatch(/^\/media\/s\//)
    expect(urlOf(media, 'landscape')).toMatch(/^\/media\/s\//)
  })
})
