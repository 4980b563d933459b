import { afterEach, expect, test, vi } from 'vitest'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { createAudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'

afterEach(() => vi.unstubAllGlobals())

class Audio extends EventTarget {
  readonly HAVE_NOTHING = 0
  readyState = 0
  src = ''
  currentTime = 0
  playbackRate = 1
  /** The error that `play` rejects with; without it the promise stays pending. */
  rejection: Error | null = null
  play() {
    return this.rejection ? Promise.reject(this.rejection) : new Promise<void>(() => undefined)
  }
  pause = () => this.on('pause')
  on(type: string) {
    this.dispatchEvent(new Event(type))
  }
  /** Like the real element, reports 0 while it loads. */
  load() {
    this.on('timeupdate')
    this.readyState = 1
    this.on('loadedmetadata')
  }
}

function aPlayer(query: string, descriptor: Partial<PlaybackDescriptor> | null, startAt?: number) {
  vi.stubGlobal('location', { search: query })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  const timers = { setInterval: () => 1, clearInterval: () => undefined }
  vi.stubGlobal('window', Object.assign(new EventTarget(), timers))
  const audio = new Audio()
  const page = { target: { contentId: 'a', fileId: 'b', use: 'play' }, descriptor }
  const player = createAudioBookPlayer(
    audio as unknown as HTMLAudioElement,
    page as unknown as PlayerPage,
    startAt,
  )
  return { audio, player }
}

/** Returns the start position of a book whose saved one is 40 seconds, and the position shown before it is loaded. */
async function startOf(query: string, descriptor: Partial<PlaybackDescriptor> | null) {
  const { audio, player } = aPlayer(query, descriptor)
  await vi.waitUntil(() => audio.src || player.$state.get().failure, 30_000)
  audio.load()
  return [audio.currentTime, player.$state.get().time]
}
const book = { manifest_url: '/book.m4a', start_at: 40, duration: 600, chapters: [] }

test('an audio book starts at the second in its link, otherwise at the saved position', async () => {
  expect(await startOf('?t=83', book)).toEqual([83, 83])
  expect(await startOf('', book)).toEqual([40, 40])
  expect(await startOf('?t=9999', book)).toEqual([40, 40])
})

test('an audio book that fails to open remembers the second in its link', async () => {
  expect((await startOf('?t=83', null))[1]).toBe(83)
})

test('a skip before the file is loaded counts', async () => {
  const { audio, player } = aPlayer('', book, 100)
  player.seek(115)
  expect(player.$state.get().time).toBe(115)
  await vi.waitUntil(() => audio.src, 30_000)
  player.seek(130)
  audio.load()
  expect([audio.currentTime, player.$state.get().time]).toEqual([130, 130])
  player.seek(20)
  expect(audio.currentTime).toBe(20)
})

test('the intention to listen outlives the load and a failure, and ends with a pause', async () => {
  const { audio, player } = aPlayer('', book)
  const shouldPlay = () => player.$state.get().shouldPlay
  expect(shouldPlay()).toBe(false)
  audio.rejection = new DOMException('a new source', 'AbortError')
  player.play()
  await vi.waitUntil(() => audio.src, 30_000)
  audio.load()
  expect([shouldPlay(), player.$state.get().isPlaying]).toEqual([true, false])
  audio.on('error')
  await vi.waitUntil(() => player.$state.get().failure, 30_000)
  await Promise.resolve()
  expect(shouldPlay()).toBe(true)
})

test.each([
  ['the listener', (_: Audio, pause: () => void) => pause()],
  ['the system', (audio: Audio) => audio.on('pause')],
])('it ends by %s', async (_, act) => {
  const { audio, player } = aPlayer('', book)
  player.play()
  await vi.waitUntil(() => audio.src, 30_000)
  audio.load()
  audio.on('playing')
  expect(player.$state.get()).toMatchObject({ isPlaying: true, shouldPlay: true })
  act(audio, player.pause)
  expect(player.$state.get()).toMatchObject({ isPlaying: false, shouldPlay: false })
})

test('a browser that blocks autoplay shows the button', async () => {
  const { audio, player } = aPlayer('', book)
  audio.rejection = new DOMException('no gesture', 'NotAllowedError')
  player.play()
  await vi.waitUntil(() => !player.$state.get().shouldPlay, 30_000)
  expect(player.$state.get().isBlocked).toBe(true)
  audio.rejection = null
  player.play()
  expect(player.$state.get()).toMatchObject({ shouldPlay: true, isBlocked: false })
})
