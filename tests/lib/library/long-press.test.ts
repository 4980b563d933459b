import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { initLongPress } from '#src/lib/library/long-press.browser.ts'

/** A fake window that is also the card under the finger. */
class Card extends EventTarget {
  closest = () => this
}
let page: Card
let opened: number

beforeEach(() => {
  vi.useFakeTimers()
  page = new Card()
  opened = 0
  vi.stubGlobal('Element', Card)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  initLongPress(() => {
    opened += 1
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** True if the browser still performs the default action of the event. */
function send(type: string): boolean {
  const event = Object.assign(new Event(type, { cancelable: true }), {
    pointerType: 'touch',
    isPrimary: true,
  })
  return page.dispatchEvent(event)
}
function hold() {
  send('pointerdown')
  vi.advanceTimersByTime(500)
}

describe('a long press', () => {
  test('opens the sheet once, and its click does not follow the link', () => {
    hold()
    expect(opened).toBe(1)
    send('pointerup')
    expect(send('click')).toBe(false)
    expect(send('click')).toBe(true)
  })

  test('that ends without a click does not affect the next tap', () => {
    hold()
    send('pointerup')
    vi.advanceTimersByTime(400)
    expect(send('click')).toBe(true)
  })

  test('that becomes a scroll does not affect the next tap', () => {
    hold()
    send('pointercancel')
    send('pointerup')
    expect(send('click')).toBe(true)
  })

  test('suppresses the context menu of the browser while the finger is down and shortly after', () => {
    hold()
    expect(send('contextmenu')).toBe(false)
    expect(opened).toBe(1)
    send('pointerup')
    expect(send('contextmenu')).toBe(false)
    vi.advanceTimersByTime(400)
    expect(send('contextmenu')).toBe(true)
  })

  test('opens the sheet with the context menu if the browser reports it earlier, and not again', () => {
    send('pointerdown')
    vi.advanceTimersByTime(300)
    expect(send('contextmenu')).toBe(false)
    expect(opened).toBe(1)
    vi.advanceTimersByTime(500)
    expect(opened).toBe(1)
  })
})

test.each(['pointerup', 'pointercancel'])('a tap or a scroll (%s) opens nothing', end => {
  send('pointerdown')
  vi.advanceTimersByTime(300)
  send(end)
  vi.advanceTimersByTime(500)
  expect(opened).toBe(0)
  expect(send('click')).toBe(true)
  expect(send('contextmenu')).toBe(true)
})
