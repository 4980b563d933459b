import { atom } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Listening,
  readListening,
  resumesAutomatically,
  saveListening,
  saveListeningOnExit,
} from '#src/lib/listening/listening.ts'
import { LISTENING_KEY } from '#src/lib/listening/listening-key.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const book: Omit<Listening, 'savedAt'> = {
  target: { contentId: 'a', fileId: 'b', use: 'play' },
  title: 'فانوس‌ساز',
  artwork: null,
  path: '/play/abc',
  position: 83.5,
  isPlaying: true,
  viewer: ',',
}

test('what is saved is restored for the same viewer, and removed for another', () => {
  saveListening(book)
  expect(readListening()).toMatchObject(book)
  saveListening({ ...book, viewer: 'user,profile' })
  expect(readListening()).toBeNull()
  expect(stored.size).toBe(0)
})

test.each([
  '',
  'null',
  '{',
  '[]',
  '"text"',
  JSON.stringify({ ...book, savedAt: 'now' }),
  JSON.stringify({ ...book, savedAt: 1, path: '//elsewhere.example' }),
  JSON.stringify({ ...book, savedAt: 1, path: 'javascript:alert(1)' }),
  JSON.stringify({ ...book, savedAt: 1, position: null }),
  JSON.stringify({ ...book, savedAt: 1, target: { contentId: 'a' } }),
])('%j is not an audio book and is removed', text => {
  stored.set(LISTENING_KEY, text)
  expect(readListening()).toBeNull()
  expect(stored.size).toBe(0)
})

test('playback resumes automatically within a minute if it was playing', () => {
  const listening = { ...book, savedAt: 1_000 }
  expect(resumesAutomatically(listening, 60_999)).toBe(true)
  expect(resumesAutomatically(listening, 61_000)).toBe(false)
  expect(resumesAutomatically({ ...listening, isPlaying: false }, 2_000)).toBe(false)
})

test('a browser that blocks storage causes no error', () => {
  vi.stubGlobal('sessionStorage', {
    setItem: () => {
      throw new DOMException('blocked', 'QuotaExceededError')
    },
  })
  expect(() => saveListening(book)).not.toThrow()
})

test.each([
  ['a book that has not played yet', { shouldPlay: true }, true],
  ['a paused book', { shouldPlay: false }, false],
  [
    'a book that failed',
    { shouldPlay: true, failure: { kind: 'unavailable', message: '', leases: [] } },
    false,
  ],
] as const)('of %s, the page that is closed saves the requested state', (_, state, isSaved) => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { pathname: book.path })
  const $state = atom({ isPlaying: false, time: 12, duration: 600, failure: null, ...state })
  const stop = saveListeningOnExit(book, $state as never)
  page.dispatchEvent(new Event('pagehide'))
  stop()
  expect(stored.size === 1).toBe(isSaved)
  if (isSaved) expect(readListening()).toMatchObject({ position: 12, isPlaying: true })
})
