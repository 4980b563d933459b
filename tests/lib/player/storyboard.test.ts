import { expect, test } from 'vitest'
import { parseStoryboard, tileAt } from '#src/lib/player/storyboard.ts'

const FILE = `WEBVTT

00:00:00.000 --> 00:00:02.000
storyboard.jpg#xywh=0,0,160,90

00:00:02.000 --> 00:00:04.000
storyboard.jpg#xywh=160,0,160,90

1:00:00.000 --> 1:00:02.000
two.jpg#xywh=0,90,160,90
`
const URL_OF_FILE = 'https://site.test/media/s/token/demo/storyboard.vtt'

test('tiles resolve against the file that names them, and carry its token', () => {
  expect(parseStoryboard(FILE, URL_OF_FILE)[1]).toEqual({
    start: 2,
    end: 4,
    url: 'https://site.test/media/s/token/demo/storyboard.jpg',
    x: 160,
    y: 0,
    width: 160,
    height: 90,
  })
})

test('the second under the pointer has its tile, the last one goes on to the end', () => {
  const tiles = parseStoryboard(FILE, URL_OF_FILE)
  expect(tileAt(tiles, 1.9)?.x).toBe(0)
  expect(tileAt(tiles, 2)?.x).toBe(160)
  expect(tileAt(tiles, 3_700)?.url).toContain('two.jpg')
})

test('a damaged file shows nothing instead of failing', () => {
  expect(parseStoryboard('not found', URL_OF_FILE)).toEqual([])
  expect(parseStoryboard('00:00:00.000 --> 00:00:02.000\n\n', URL_OF_FILE)).toEqual([])
  expect(tileAt([], 3)).toBeNull()
})
