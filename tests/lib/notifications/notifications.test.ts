import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  $notifications,
  dismissNotification,
  HIDE_MARKER,
  notify,
  visibleNotifications,
} from '#src/lib/notifications/notifications.store.ts'

const shown = () => visibleNotifications($notifications.get()).map(({ message }) => message)

beforeEach(() => {
  vi.useFakeTimers()
  $notifications.set([])
})
afterEach(() => vi.useRealTimers())

describe('a notification', () => {
  test('is of the default type, for 3000 ms, unless it says otherwise', () => {
    notify('سلام')
    expect($notifications.get()[0]).toMatchObject({
      type: 'default',
      message: 'سلام',
      duration: 3000,
      persistant: false,
    })
  })
  test('auto-removes after its duration, fading over 300 ms', () => {
    notify('سلام', { stay: 'long' })
    vi.advanceTimersByTime(5999)
    expect($notifications.get()[0]?.isFadingOut).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect($notifications.get()[0]?.isFadingOut).toBe(true)
    vi.advanceTimersByTime(299)
    expect($notifications.get()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect($notifications.get()).toEqual([])
  })
  test('stays if it is persistant', () => {
    const id = notify('بماند', { stay: 'until_closed' })
    vi.advanceTimersByTime(1_000_000)
    expect(shown()).toEqual(['بماند'])
    dismissNotification(id)
    vi.advanceTimersByTime(300)
    expect(shown()).toEqual([])
  })
  test('whose message equals the hide marker renders nothing', () => {
    notify(HIDE_MARKER)
    expect(shown()).toEqual([])
  })
})

test('up to 3 notifications show at once', () => {
  for (const text of ['یک', 'دو', 'سه', 'چهار']) notify(text)
  expect(shown()).toEqual(['دو', 'سه', 'چهار'])
})
describe('identical notifications', () => {
  test('are merged into one, whose time starts again', () => {
    const id = notify('رونوشت شد')
    vi.advanceTimersByTime(2_000)
    expect(notify('رونوشت شد')).toBe(id)
    expect(shown()).toEqual(['رونوشت شد'])
    vi.advanceTimersByTime(2_999)
    expect($notifications.get()[0]?.isFadingOut).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect($notifications.get()[0]?.isFadingOut).toBe(true)
  })

  test('stay for the longer of the two durations', () => {
    notify('پر است', { stay: 'long' })
    vi.advanceTimersByTime(1_000)
    notify('پر است')
    vi.advanceTimersByTime(4_999)
    expect($notifications.get()[0]?.isFadingOut).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect($notifications.get()[0]?.isFadingOut).toBe(true)
  })

  test('count their repeats, so that each is announced', () => {
    for (const _ of [1, 2, 3]) notify('رونوشت شد')
    expect($notifications.get().map(({ repeats }) => repeats)).toEqual([2])
  })

  test('move to the newest position', () => {
    for (const text of ['یک', 'دو', 'سه', 'یک', 'چهار']) notify(text)
    expect(shown()).toEqual(['سه', 'یک', 'چهار'])
  })

  test('stay until closed if one of them does', () => {
    const id = notify('قطع شد', { stay: 'until_closed' })
    notify('قطع شد')
    vi.advanceTimersByTime(60_000)
    expect(shown()).toEqual(['قطع شد'])
    dismissNotification(id)
    vi.advanceTimersByTime(300)
    expect(shown()).toEqual([])
  })

  test('of two types are shown separately', () => {
    notify('ذخیره شد', { type: 'success' })
    notify('ذخیره شد', { type: 'error' })
    expect(shown()).toHaveLength(2)
  })

  test('are shown again while the first one fades out', () => {
    const id = notify('سلام')
    dismissNotification(id)
    expect(notify('سلام')).not.toBe(id)
    vi.advanceTimersByTime(300)
    expect(shown()).toEqual(['سلام'])
  })
})
