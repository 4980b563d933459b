import { expect, test } from 'vitest'
import { remoteKeyName } from '#src/lib/tv/remote-keys.ts'

test.each([
  ['Tizen', 'XF86Back', 10_009, 'GoBack'],
  ['Tizen, held', 'XF86Exit', 10_182, 'GoBack'],
  ['Tizen', 'Unidentified', 10_252, 'MediaPlayPause'],
  ['webOS', 'Unidentified', 461, 'GoBack'],
  ['HbbTV', 'Unidentified', 463, 'MediaPlayPause'],
  ['HbbTV', 'Unidentified', 415, 'MediaPlay'],
  ['webOS', 'Pause', 19, 'MediaPause'],
  ['webOS', 'Unidentified', 413, 'MediaStop'],
  ['Tizen', 'Unidentified', 412, 'MediaRewind'],
  ['Tizen', 'Unidentified', 417, 'MediaFastForward'],
  ['Android TV', 'GoBack', 166, 'GoBack'],
  ['a computer', 'BrowserBack', 166, 'GoBack'],
  ['a computer', 'MediaPlayPause', 179, 'MediaPlayPause'],
  ['every browser', 'ArrowLeft', 37, 'ArrowLeft'],
  ['every browser', 'a', 65, 'a'],
  ['a test', 'XF86Back', 0, 'GoBack'],
])('%s: %s (%i) is %s', (_, key, keyCode, name) => {
  expect(remoteKeyName({ key, keyCode })).toBe(name)
})
