import { afterEach, expect, test, vi } from 'vitest'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { createAudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'

afterEach(() => vi.unstubAllGlobals())

class Audio extends EventTarget {
  src = ''
  currentTime = 0
  playbackRate = 1
  pause = () => undefined
}

/** The position at which a book starts whose saved one is 40 seconds, and the one shown before it is loaded. */
async function startOf(query: string, descriptor: Partial<PlaybackDescriptor> | null) {
  vi.stubGlobal('location', { search: query })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  vi.stubGlobal('window', new EventTarget())
  const audio = new Audio()
  const page = { target: { contentId: 'a', fileId: 'b', use: 'play' }, descriptor }
  const player = createAudioBookPlayer(
    audio as unknown as HTMLAudioElement,
    page as unknown as PlayerPage,
  )
  await vi.waitUntil(() => audio.src || player.$state.get().failure)
  audio.dispatchEvent(new Event('loadedmetadata'))
  return [audio.currentTime, player.$state.get().time]
}
const book = { manifest_url: '/book.m4a', start_at: 40, duration: 600, chapters: [] }

test('an audio book starts at the second of its link, else where it was left', async () => {
  expect(await startOf('?t=83', book)).toEqual([83, 83])
  expect(await startOf('', book)).toEqual([40, 40])
  expect(await startOf('?t=9999', book)).toEqual([40, 40])
})

test('an audio book that does not open remembers the second of its link', async () => {
  expect((await startOf('?t=83', null))[1]).toBe(83)
})
