import { expect, test } from 'vitest'
import { parseStoryboard, thumbnailAt } from '#src/lib/player/storyboard.ts'

const FILE = `WEBVTT

00:00:00.000 --> 00:00:02.000
storyboard.jpg#xywh=0,0,160,90

00:00:02.000 --> 00:00:04.000
storyboard.jpg#xywh=160,0,160,90

1:00:00.000 --> 1:00:02.000
two.jpg#xywh=0,90,160,90
`
const URL_OF_FILE = 'https://site.test/media/s/token/demo/storyboard.vtt'

test('thumbnail URLs resolve against the file and carry its token', () => {
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

test('each time has a thumbnail, and the last one lasts to the end', () => {
  const thumbnails = parseStoryboard(FILE, URL_OF_FILE)
  expect(thumbnailAt(thumbnails, 1.9)?.x).toBe(0)
  expect(thumbnailAt(thumbnails, 2)?.x).toBe(160)
  expect(thumbnailAt(thumbnails, 3_700)?.url).toContain('two.jpg')
})

test('a damaged file has no thumbnails', () => {
  expect(parseStoryboard('not found', URL_OF_FILE)).toEqual([])
  expect(parseStoryboard('00:00:00.000 --> 00:00:02.000\n\n', URL_OF_FILE)).toEqual([])
  expect(thumbnailAt([], 3)).toBeNull()
})
