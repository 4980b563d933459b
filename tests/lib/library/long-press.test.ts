import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { initLongPress } from '#src/lib/library/long-press.browser.ts'

/** The window, which is at once the card under the finger. */
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

/** Whether the browser still does what the event is for. */
function send(type: string): boolean {
  const event = Object.assign(new Event(type, { cancelable: true }), {
    ...{ pointerType: 'touch', isPrimary: true },
  })
  return page.dispatchEvent(event)
}
function hold() {
  send('pointerdown')
  vi.advanceTimersByTime(500)
}

describe('a long press', () => {
  test('opens once, and its click does not follow the link', () => {
    hold()
    expect(opened).toBe(1)
    send('pointerup')
    expect(send('click')).toBe(false)
    expect(send('click')).toBe(true)
  })

  test('that ends without a click leaves the next tap alone', () => {
    hold()
    send('pointerup')
    vi.advanceTimersByTime(400)
    expect(send('click')).toBe(true)
  })

  test('that drifts into a scroll leaves the next tap alone', () => {
    hold()
    send('pointercancel')
    send('pointerup')
    expect(send('click')).toBe(true)
  })

  test('opens no menu of the browser over the sheet while the finger is down, and just after', () => {
    hold()
    expect(send('contextmenu')).toBe(false)
    expect(opened).toBe(1)
    send('pointerup')
    expect(send('contextmenu')).toBe(false)
    vi.advanceTimersByTime(400)
    expect(send('contextmenu')).toBe(true)
  })

  test('opens with the menu that a browser reports earlier, and not again', () => {
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
