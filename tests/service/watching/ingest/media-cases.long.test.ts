/** Files as reports of users describe them; `tests/cases/media/make-media.sh` makes them. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCaptions } from '#src/service/watching/ingest/captions.ts'
import { encodeVideo } from '#src/service/watching/ingest/encode.ts'
import { openFfmpeg } from '#src/service/watching/ingest/ffmpeg.ts'
import { reportBook, reportFilm } from '#src/service/watching/ingest/ingest-report.ts'
import { probeFile } from '#src/service/watching/ingest/probe.ts'
import { renditionLadder } from '#src/service/watching/ingest/rendition-ladder.ts'
import { readAudioSource, readSource } from '#src/service/watching/ingest/source.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'

const CASES = join(import.meta.dirname, '../../../cases/media')
const ffmpeg = openFfmpeg(process.env.FFMPEG_PATH)

async function readCase(name: string) {
  const video = join(CASES, name)
  const source = readSource(await probeFile(ffmpeg, video))
  const { taken, omitted } = reportFilm(source, await findCaptions({ ffmpeg, video }, source))
  return {
    seconds: source.duration,
    size: renditionLadder(source.video).map(({ width, height }) => `${width}x${height}`)[0],
    taken: taken.map(it => [it.file ?? `${it.type} ${it.track}`, it.language].join(' ').trim()),
    omitted: omitted.map(it => [it.type, it.track, it.codec, it.language, it.reason].join(' ')),
    taking: taken,
  }
}

describe.runIf(await hasFfmpeg())('the media of a report', () => {
  test.each([
    ['m01.mkv', 'a language with a region', 6, ['video 1', 'audio 1 fa'], []],
    ['m01b.m2ts', 'two languages in one descriptor', 6, ['video 1', 'audio 1 fa'], []],
    ['m11.mkv', 'a language by its name', 6, ['video 1', 'audio 1 fa'], []],
    ['m03.mkv', 'a longer duration in a comment', 6, ['video 1', 'audio 1 fa'], []],
    ['n14.mp4', 'a shorter duration in a comment', 6, ['video 1', 'audio 1 fa'], []],
    ['m08.mkv', 'timestamps from ten seconds', 6, ['video 1', 'audio 1 fa'], []],
    ['m09.mp4', 'a cover before the pictures', 6, ['video 2', 'audio 1 fa'], []],
    ['m04.mkv', 'captions longer than pictures', 6, ['video 1', 'audio 1 fa', 'captions 1 fa'], []],
    [
      'n16.mp4',
      'sound that cannot be decoded',
      6,
      ['video 1', 'audio 1 fa'],
      ['audio 2 apac en undecodable'],
    ],
    [
      'n18.mkv',
      'captions that are pictures',
      6,
      ['video 1', 'audio 1 fa'],
      ['captions 1 hdmv_pgs_subtitle fa bitmap'],
    ],
    [
      'side/film.mp4',
      'captions in any letter case, with regions',
      6,
      ['video 1', 'audio 1 fa', 'film.EN.srt en', 'film.fa-IR.srt fa-IR', 'film.fa.SRT fa'],
      [],
    ],
  ])('%s, %s, is read as it is', async (name, _, seconds, taken, omitted) => {
    const found = await readCase(name)
    expect(found).toMatchObject({ seconds, size: '160x90', taken, omitted })
  })

  test('m02.mkv has the aspect ratio of its container', async () => {
    expect(await readCase('m02.mkv')).toMatchObject({ seconds: 6, size: '426x240', omitted: [] })
  })

  test('m04.mkv loses the cue after its end, and says so', async () => {
    const { taking } = await readCase('m04.mkv')
    expect(taking.at(-1)).toMatchObject({ type: 'captions', droppedCues: 1 })
  })

  test('a1.m4b is an audio book with a cover', async () => {
    const source = readAudioSource(await probeFile(ffmpeg, join(CASES, 'a1.m4b')))
    expect(source).toMatchObject({ duration: 8, cover: 1 })
    expect(reportBook(source).taken).toMatchObject([{ type: 'audio', language: 'fa' }])
  })
})

describe.runIf(await hasFfmpeg())(
  'the stream of m06.mkv, whose sound begins after two seconds',
  () => {
    let folder = ''
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'media-cases-'))
      await cp(join(CASES, 'm06.mkv'), join(folder, 'm06.mkv'))
    })
    afterAll(() => rm(folder, { recursive: true }))

    test('begins with silence, and all its tracks are as long as the pictures', async () => {
      const stream = join(folder, 'stream')
      const { description, report } = await encodeVideo({
        ffmpeg,
        video: join(folder, 'm06.mkv'),
        isAudioBook: false,
        folder: stream,
        preset: 'ultrafast',
        onProgress: () => undefined,
      })
      expect(description.duration).toBe(10)
      expect(report.taken[1]).toMatchObject({ type: 'audio', delay: expect.closeTo(2, 1) })
      const sound = await samplesOf(join(stream, 'audio-fa/index.m3u8'), folder)
      const isSilent = (from: number, to: number) =>
        sound.slice(from * RATE, to * RATE).every(sample => Math.abs(sample) < 50)
      expect(isSilent(0, 1.9)).toBe(true)
      expect(isSilent(2.1, 2.3)).toBe(false)
      expect(sound.length / RATE).toBeCloseTo(10, 1)
    }, 180_000)
  },
)

const RATE = 8_000

async function samplesOf(playlist: string, folder: string): Promise<Int16Array> {
  const raw = join(folder, 'sound.raw')
  await ffmpeg.run(['-i', playlist, '-ac', 1, '-ar', RATE, '-f', 's16le', raw])
  const bytes = await readFile(raw)
  return new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2))
}
