import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseBoxes } from '#src/service/watching/ingest/boxes.ts'
import { encodeVideo } from '#src/service/watching/ingest/encode.ts'
import { openFfmpeg } from '#src/service/watching/ingest/ffmpeg.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { makeSource } from '#tests/support/video-sources.ts'

const PROGRAM = process.env.FFMPEG_PATH || 'ffmpeg'
const SECONDS = 10

test('a truncated box ends the list, and a large one has its size', () => {
  const box = (size: number, type: string, ...more: number[]) =>
    Buffer.from([0, 0, 0, size, ...Buffer.from(type), ...more])
  const large = box(1, 'mdat', 0, 0, 0, 0, 0, 0, 0, 18, 7, 7)
  const found = parseBoxes(Buffer.concat([box(8, 'free'), large, box(99, 'moof')]), 100)
  expect(found.map(({ type, start, end }) => [type, start, end])).toEqual([
    ['free', 100, 108],
    ['mdat', 108, 126],
  ])
})

describe.runIf(await hasFfmpeg())('I-frames', () => {
  let folder = ''
  let stream = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'i-frames-'))
    stream = join(folder, 'stream')
    const video = join(folder, 'film.mp4')
    const picture = `testsrc2=size=640x360:rate=30000/1001:duration=${SECONDS}`
    await makeSource(video, { ending: 'mp4', picture, args: ['-c:v', 'libx264'] })
    await encodeVideo({
      ffmpeg: openFfmpeg(process.env.FFMPEG_PATH),
      video,
      isAudioBook: false,
      folder: stream,
      preset: 'ultrafast',
      onProgress: () => undefined,
    })
  }, 180_000)
  afterAll(() => rm(folder, { recursive: true }))

  test('are in the playlist of each rendition, with size, codec and measured bandwidth', async () => {
    const master = await readFile(join(stream, 'master.m3u8'), 'utf8')
    const lines = master.match(/^#EXT-X-I-FRAME-STREAM-INF:.*$/gm) ?? []
    expect(lines.map(line => line.replace(/BANDWIDTH=\d+/g, 'BANDWIDTH=n'))).toEqual(
      ['640x360', '426x240'].map(size =>
        expect.stringMatching(
          new RegExp(
            `^#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=n,AVERAGE-BANDWIDTH=n,RESOLUTION=${size},CODECS="avc1\\.[0-9a-f]{6}",URI="${size.split('x')[1]}p/iframes\\.m3u8"$`,
          ),
        ),
      ),
    )
  })

  test.each(['360p', '240p'])('of %s can each be decoded without any other frame', async name => {
    const playlist = await readFile(join(stream, name, 'iframes.m3u8'), 'utf8')
    const init = await readFile(join(stream, name, 'init.mp4'))
    const pictures = [
      ...playlist.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n(\S+)/g),
    ]
    const seconds = pictures.reduce((sum, [, part]) => sum + Number(part), 0)
    expect(seconds).toBeCloseTo(SECONDS, 1)
    expect(pictures.map(([, , , , segment]) => segment)).toEqual([
      'seg00000.m4s',
      'seg00001.m4s',
      'seg00002.m4s',
    ])
    for (const [, , length, offset, segment] of pictures) {
      const bytes = await readFile(join(stream, name, `${segment}`))
      const range = bytes.subarray(Number(offset), Number(offset) + Number(length))
      const alone = join(folder, 'alone.mp4')
      await writeFile(alone, Buffer.concat([init, range]))
      const raw = ['-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1']
      const shown = execFileSync(PROGRAM, ['-v', 'fatal', '-i', alone, '-frames:v', '1', ...raw])
      expect(shown.length).toBe(name === '360p' ? 640 * 360 : 426 * 240)
    }
  })
})
