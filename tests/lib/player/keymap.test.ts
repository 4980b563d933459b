import { describe, expect, test } from 'vitest'
import { commandFor, type Key, type KeyContext } from '#src/lib/player/keymap.ts'

const desk: KeyContext = {
  isTv: false,
  isMenuOpen: false,
  areControlsVisible: true,
  isOnButton: false,
  isOnSlider: false,
}
const tv = { ...desk, isTv: true }

function key(name: string, more: Partial<Key> = {}): Key {
  return { key: name, code: name, hasModifier: false, shift: false, ...more }
}

describe('keyboard', () => {
  test('arrows seek ten seconds the way they point, also right to left, and change the volume', () => {
    expect(commandFor(key('ArrowRight'), desk)).toEqual({ do: 'skip', seconds: 10 })
    expect(commandFor(key('ArrowLeft'), desk)).toEqual({ do: 'skip', seconds: -10 })
    expect(commandFor(key('ArrowUp'), desk)).toEqual({ do: 'volume', by: 0.05 })
  })

  test('letters go by their place, so that a Persian layout has them too', () => {
    expect(commandFor(key('ن', { code: 'KeyK' }), desk)).toEqual({ do: 'toggle' })
    expect(commandFor(key('ت', { code: 'KeyJ' }), desk)).toEqual({ do: 'skip', seconds: -10 })
    expect(commandFor(key('م', { code: 'KeyL' }), desk)).toEqual({ do: 'skip', seconds: 10 })
    expect(commandFor(key('ئ', { code: 'KeyM' }), desk)).toEqual({ do: 'mute' })
    expect(commandFor(key('ب', { code: 'KeyF' }), desk)).toEqual({ do: 'fullscreen' })
    expect(commandFor(key('ز', { code: 'KeyC' }), desk)).toEqual({ do: 'captions' })
  })

  test('digits go to tenths, Home and End to the ends', () => {
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

  test('shortcuts of the browser and of the system are left alone', () => {
    expect(commandFor(key('f', { code: 'KeyF', hasModifier: true }), desk)).toBeNull()
    expect(commandFor(key('Tab'), desk)).toBeNull()
  })

  test('Space plays, unless a button has focus and takes it', () => {
    expect(commandFor(key(' '), desk)).toEqual({ do: 'toggle' })
    expect(commandFor(key(' '), { ...desk, isOnButton: true })).toBeNull()
  })

  test('in an open menu arrows move, letters type and Escape closes', () => {
    const menu = { ...desk, isMenuOpen: true }
    expect(commandFor(key('ArrowDown'), menu)).toEqual({ do: 'focus', direction: 'down' })
    expect(commandFor(key('m', { code: 'KeyM' }), menu)).toBeNull()
    expect(commandFor(key('Escape'), menu)).toEqual({ do: 'back' })
  })

  test('a slider keeps its arrows', () => {
    expect(commandFor(key('ArrowLeft'), { ...desk, isOnSlider: true })).toBeNull()
  })
})

describe('remote control', () => {
  test('with the bar on screen arrows walk', () => {
    expect(commandFor(key('ArrowRight'), tv)).toEqual({ do: 'focus', direction: 'right' })
    expect(commandFor(key('ArrowUp'), tv)).toEqual({ do: 'focus', direction: 'up' })
  })

  test('with the bar away left and right seek, Enter pauses, up and down bring the bar', () => {
    const away = { ...tv, areControlsVisible: false }
    expect(commandFor(key('ArrowRight'), away)).toEqual({ do: 'skip', seconds: 10 })
    expect(commandFor(key('Enter'), away)).toEqual({ do: 'toggle' })
    expect(commandFor(key('ArrowDown'), away)).toEqual({ do: 'focus', direction: 'down' })
  })

  test('the media keys and Back work everywhere', () => {
    expect(commandFor(key('MediaPlayPause'), { ...tv, isMenuOpen: true })).toEqual({ do: 'toggle' })
    expect(commandFor(key('MediaFastForward'), tv)).toEqual({ do: 'skip', seconds: 10 })
    expect(commandFor(key('MediaRewind'), tv)).toEqual({ do: 'skip', seconds: -10 })
    expect(commandFor(key('GoBack'), tv)).toEqual({ do: 'back' })
  })
})
