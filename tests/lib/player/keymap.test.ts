import { describe, expect, test } from 'vitest'
import { commandFor, type Key, type KeyContext } from '#src/lib/player/keymap.ts'

const desk: KeyContext = {
  isTv: false,
  isPanelOpen: false,
  areControlsVisible: true,
  isOnButton: false,
  isOnSlider: false,
}
const tv = { ...desk, isTv: true }

function key(name: string, more: Partial<Key> = {}): Key {
  return { key: name, code: name, hasModifier: false, shift: false, ...more }
}

describe('keyboard', () => {
  test('arrows seek ten seconds in the direction they point, also right to left, and change the volume', () => {
    expect(commandFor(key('ArrowRight'), desk)).toEqual({ do: 'skip', seconds: 10 })
    expect(commandFor(key('ArrowLeft'), desk)).toEqual({ do: 'skip', seconds: -10 })
    expect(commandFor(key('ArrowUp'), desk)).toEqual({ do: 'volume', by: 0.05 })
  })

  test('letters are matched by the physical key, so that they work in a Persian layout', () => {
    expect(commandFor(key('ن', { code: 'KeyK' }), desk)).toEqual({ do: 'toggle' })
    expect(commandFor(key('ت', { code: 'KeyJ' }), desk)).toEqual({ do: 'skip', seconds: -10 })
    expect(commandFor(key('م', { code: 'KeyL' }), desk)).toEqual({ do: 'skip', seconds: 10 })
    expect(commandFor(key('ئ', { code: 'KeyM' }), desk)).toEqual({ do: 'mute' })
    expect(commandFor(key('ب', { code: 'KeyF' }), desk)).toEqual({ do: 'fullscreen' })
    expect(commandFor(key('ز', { code: 'KeyC' }), desk)).toEqual({ do: 'captions' })
    expect(commandFor(key('ظ', { code: 'KeyZ' }), desk)).toEqual({ do: 'fill' })
    expect(commandFor(key('ی', { code: 'KeyD' }), desk)).toEqual({ do: 'details' })
  })

  test('digits seek to tenths, Home and End to the ends', () => {
    expect(commandFor(key('۷', { code: 'Digit7' }), desk)).toEqual({ do: 'seekShare', share: 0.7 })
    expect(commandFor(key('0', { code: 'Numpad0' }), desk)).toEqual({ do: 'seekShare', share: 0 })
    expect(commandFor(key('End'), desk)).toEqual({ do: 'seekShare', share: 1 })
  })

  test('< and > change the speed', () => {
    expect(commandFor(key('<', { code: 'Comma', shift: true }), desk)).toEqual({
      do: 'rate',
      by: -1,
    })
    expect(commandFor(key('>', { code: 'Period', shift: true }), desk)).toEqual({
      do: 'rate',
      by: 1,
    })
  })

  test('shortcuts of the browser and the system pass through', () => {
    expect(commandFor(key('f', { code: 'KeyF', hasModifier: true }), desk)).toBeNull()
    expect(commandFor(key('Tab'), desk)).toBeNull()
  })

  test('Space toggles playback unless a button has focus', () => {
    expect(commandFor(key(' '), desk)).toEqual({ do: 'toggle' })
    expect(commandFor(key(' '), { ...desk, isOnButton: true })).toBeNull()
  })

  test('in an open panel, arrows move the focus, letters pass through and Escape closes', () => {
    const menu = { ...desk, isPanelOpen: true }
    expect(commandFor(key('ArrowDown'), menu)).toEqual({ do: 'focus', direction: 'down' })
    expect(commandFor(key('m', { code: 'KeyM' }), menu)).toBeNull()
    expect(commandFor(key('Escape'), menu)).toEqual({ do: 'back' })
  })

  test('a focused slider handles its arrow keys', () => {
    expect(commandFor(key('ArrowLeft'), { ...desk, isOnSlider: true })).toBeNull()
  })
})

describe('remote control', () => {
  test('with visible controls, arrows move the focus', () => {
    expect(commandFor(key('ArrowRight'), tv)).toEqual({ do: 'focus', direction: 'right' })
    expect(commandFor(key('ArrowUp'), tv)).toEqual({ do: 'focus', direction: 'up' })
  })

  test('with hidden controls, left and right seek, Enter pauses, up and down show the controls', () => {
    const hidden = { ...tv, areControlsVisible: false }
    expect(commandFor(key('ArrowRight'), hidden)).toEqual({ do: 'skip', seconds: 10 })
    expect(commandFor(key('Enter'), hidden)).toEqual({ do: 'toggle' })
    expect(commandFor(key('ArrowDown'), hidden)).toEqual({ do: 'focus', direction: 'down' })
  })

  test('media keys and Back always work', () => {
    expect(commandFor(key('MediaPlayPause'), { ...tv, isPanelOpen: true })).toEqual({
      do: 'toggle',
    })
    expect(commandFor(key('MediaFastForward'), tv)).toEqual({ do: 'skip', seconds: 10 })
    expect(commandFor(key('MediaRewind'), tv)).toEqual({ do: 'skip', seconds: -10 })
    expect(commandFor(key('GoBack'), tv)).toEqual({ do: 'back' })
  })
})
