import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  $notifications,
  dismiss,
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
  test('stays when it is persistant', () => {
    const id = notify('بماند', { stay: 'until_closed' })
    vi.advanceTimersByTime(1_000_000)
    expect(shown()).toEqual(['بماند'])
    dismiss(id)
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
