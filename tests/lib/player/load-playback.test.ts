import { describe, expect, test } from 'vitest'
import type { Content } from '#src/contract/content.ts'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import type { Api } from '#src/lib/api/client.ts'
import { CallFailed, type Failure } from '#src/lib/api/failure.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { fullTitle } from '#src/lib/player/full-title.ts'
import { loadPlayback } from '#src/lib/player/load-playback.ts'
import { aCard, aContent } from '#tests/support/cards.ts'

const descriptor = { manifest_url: '/media/s/1.a/film/master.m3u8' } as PlaybackDescriptor
const film = aContent({
  short_id: 'film',
  video_files: { primary: { video_file_id: 'f1' } } as unknown as Content['video_files'],
})

function anError(status: number, more: Partial<Failure> = {}): CallFailed {
  return new CallFailed({
    kind: 'api_error',
    status,
    result: 'unknown',
    code: 0,
    message: undefined,
    nextUrl: undefined,
    retryAfter: undefined,
    errors: {},
    data: null,
    ...more,
  } as Failure)
}

/** Answers by endpoint name, throws errors, and counts the calls. */
function anApi(replies: { getContent: unknown; getPlayback?: unknown }) {
  const calls: string[] = []
  const api = (async ({ name }: { name: keyof typeof replies }) => {
    calls.push(name)
    const reply = replies[name]
    if (reply instanceof Error) throw reply
    return reply
  }) as unknown as Api
  return { api, calls }
}

const options = {
  shortId: 'film',
  use: 'play',
  returnTo: '/play/film?t=5',
  isPrefetch: false,
} as const

function load(replies: Parameters<typeof anApi>[0], more: Partial<typeof options> | object = {}) {
  return loadPlayback(anApi(replies).api, getT('en'), { ...options, ...more })
}

describe('the player page', () => {
  test('is ready with the playback descriptor of its file', async () => {
    expect(await load({ getContent: film, getPlayback: descriptor })).toMatchObject({
      kind: 'ready',
      page: { descriptor, target: { fileId: 'f1', use: 'play' } },
    })
  })

  test('opens no stream for a prefetch', async () => {
    const { api, calls } = anApi({ getContent: film, getPlayback: descriptor })
    const result = await loadPlayback(api, getT('en'), { ...options, isPrefetch: true })
    expect(result).toMatchObject({ kind: 'ready', page: { descriptor: null } })
    expect(calls).toEqual(['getContent'])
  })

  test('of a series redirects to its first episode', async () => {
    const episode = aCard({ short_id: 'first' })
    const series = aContent({
      type: 'series',
      seasons: [{ id: 's', number: 1, episodes: [episode] }] as unknown as Content['seasons'],
    })
    expect(await load({ getContent: series })).toEqual({ kind: 'redirect', to: '/en/play/first' })
  })

  test('is not found if there is no file for the use', async () => {
    expect(await load({ getContent: film }, { use: 'trailer' })).toEqual({
      kind: 'error',
      status: 404,
    })
  })
})

describe('without access', () => {
  test.each([
    ['401', anError(401), '/en/login?redirect=%2Fplay%2Ffilm%3Ft%3D5'],
    [
      'no profile',
      anError(401, { result: 'profile_unauthorized' } as Partial<Failure>),
      '/en/profile?redirect=%2Fplay%2Ffilm%3Ft%3D5',
    ],
    ['a next_url', anError(401, { nextUrl: '/elsewhere' } as Partial<Failure>), '/elsewhere'],
  ])('%s redirects', async (_, error, to) => {
    expect(await load({ getContent: film, getPlayback: error })).toEqual({ kind: 'redirect', to })
  })

  test('451 redirects a child to the kids page', async () => {
    const result = await load({ getContent: film, getPlayback: anError(451) })
    expect(result).toMatchObject({ kind: 'redirect', to: expect.stringContaining('kids') })
  })

  test.each([403, 500])('%s shows its message on the page', async status => {
    expect(await load({ getContent: film, getPlayback: anError(status) })).toMatchObject({
      kind: 'ready',
      page: { descriptor: null },
    })
  })
})

test('errors of the title become errors of the page', async () => {
  expect(await load({ getContent: anError(410) })).toEqual({ kind: 'error', status: 410 })
  expect(await load({ getContent: new Error('no network') })).toEqual({
    kind: 'error',
    status: 503,
  })
})

test('tab and heading name the series with its episode, or the film only', () => {
  expect(fullTitle({ title: 'The House', subtitle: 'Episode 2' })).toBe('The House · Episode 2')
  expect(fullTitle({ title: 'Rain', subtitle: '' })).toBe('Rain')
})
