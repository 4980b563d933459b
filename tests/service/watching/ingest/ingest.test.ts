import { existsSync } from 'node:fs'
import { appendFile, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listContents } from '#src/contract/endpoints/content.ts'
import { getHomePage } from '#src/contract/endpoints/pages.ts'
import { isAdvertStream } from '#src/service/platform/adapters/media/advert-streams.ts'
import {
  listCaptions,
  removeCaptions,
  setCaptions,
  shiftCaptions,
} from '#src/service/watching/ingest/edit-captions.ts'
import { openFfmpeg } from '#src/service/watching/ingest/ffmpeg.ts'
import { ingestAdvert, ingestVideo } from '#src/service/watching/ingest/ingest.ts'
import { withIngestLock } from '#src/service/watching/ingest/ingest-lock.ts'
import {
  masterPlaylist,
  measureBandwidth,
  storyboardFile,
} from '#src/service/watching/ingest/playlists.ts'
import { renditionLadder } from '#src/service/watching/ingest/rendition-ladder.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { ingestSetup } from '#tests/support/ingest-setup.ts'
import type { TestService } from '#tests/support/service.ts'
import { bytesOf1256 } from '#tests/support/windows-1256.ts'

describe('the renditions of a video', () => {
  test('go up to its own height, the start rendition first, never enlarged', () => {
    const heights = (width: number, height: number) =>
      renditionLadder({ width, height, frameRate: 25 }).map(rung => rung.height)
    expect(heights(1920, 1080)).toEqual([480, 240, 360, 720, 1080])
    expect(heights(640, 360)).toEqual([360, 240])
    expect(heights(320, 181)).toEqual([182])
    expect(heights(3840, 2160).slice(-2)).toEqual([1440, 2160])
  })

  test('have a rendition for each size by their longer side too: films in scope, upright videos', () => {
    const sizes = (width: number, height: number) =>
      renditionLadder({ width, height, frameRate: 25 }).map(
        rung => `${rung.name} ${rung.width}×${rung.height}`,
      )
    expect(sizes(1920, 804)).toEqual([
      '480p 854×358',
      '240p 426×178',
      '360p 640×268',
      '720p 1280×536',
      '1080p 1920×804',
    ])
    expect(sizes(1080, 1920).slice(-2)).toEqual(['720p 720×1280', '1080p 1080×1920'])
  })

  test('have every other frame in the small renditions of 50 and 60 frames a second', () => {
    const rates = (frameRate: number) =>
      renditionLadder({ width: 1280, height: 720, frameRate }).map(rung => [
        rung.name,
        rung.frameRate,
      ])
    expect(rates(50)).toEqual([
      ['480p', 50],
      ['240p', 25],
      ['360p', 25],
      ['720p', 50],
    ])
    expect(rates(30).every(([, rate]) => rate === 30)).toBe(true)
  })
})

test('a lock is held once, and one of an ended process is taken over', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'lock-')), 'folder/stream.lock')
  const done = Promise.withResolvers<string>()
  const first = withIngestLock(path, () => done.promise)
  await expect.poll(() => existsSync(path)).toBe(true)
  await expect(withIngestLock(path, async () => 'second')).rejects.toThrow(
    /encoding a file for this title/,
  )
  done.resolve('first')
  expect(await first).toBe('first')
  expect(existsSync(path)).toBe(false)
  // No process has this number; a killed one may have had ours.
  for (const pid of [2 ** 30, process.pid]) {
    await writeFile(path, `${pid}`)
    expect(await withIngestLock(path, async () => 'third')).toBe('third')
  }
})

describe('playlists', () => {
  test('the peak is that of neighbouring segments of about the target duration', () => {
    const peakOf = (...segments: [seconds: number, bytes: number][]) =>
      measureBandwidth(segments.map(([seconds, bytes]) => ({ seconds, bytes }))).peak
    expect(peakOf([4, 4_000], [4, 8_000], [4, 4_000])).toBe(16_000)
    // Two segments that are shorter than half of it count together, a very short one with the previous one.
    expect(peakOf([4, 4_000], [1.5, 6_000], [1.5, 6_000], [4, 4_000])).toBe(32_000)
    expect(peakOf([4, 4_000], [0.5, 4_000])).toBe(Math.ceil(64_000 / 4.5))
  })

  test('a peak is never below the average', () => {
    const { peak, average } = measureBandwidth([
      { seconds: 4, bytes: 1_000 },
      { seconds: 0.4, bytes: 60_000 },
      { seconds: 4, bytes: 1_000 },
    ])
    expect(peak).toBeGreaterThanOrEqual(average)
  })

  test('a name cannot end its attribute', () => {
    const bandwidth = { peak: 1, average: 1 }
    const tracks = [
      { language: 'fa', title: 'a"\n#EXT-X-ENDLIST', uri: 'a.m3u8', bandwidth, channels: 2 },
    ]
    const groups = [{ id: 'aud', codecs: 'mp4a.40.2', tracks }]
    const text = masterPlaylist({ renditions: [], groups, captions: [] })
    expect(text).not.toMatch(/^#EXT-X-ENDLIST/m)
  })

  test('a storyboard continues on the next sheet', () => {
    const name = (index: number) => `${index}.jpg`
    const sheet = { every: 2, columns: 2, rows: 1, width: 10, height: 5, name }
    const text = storyboardFile(5, sheet)
    expect(text.match(/\S+#xywh=\S+/g)).toEqual([
      '0.jpg#xywh=0,0,10,5',
      '0.jpg#xywh=10,0,10,5',
      '1.jpg#xywh=0,0,10,5',
    ])
  })
})

describe.runIf(await hasFfmpeg())('a video added to a title', () => {
  const { start, stop, aJob, fileOfFilm } = ingestSetup()
  let service: TestService
  let video = ''
  beforeAll(async () => {
    ;({ service, video } = await start())
  }, 180_000)
  afterAll(stop)

  /** Reads the title as the rows of the home page do, which are cached with the version of the catalogue. */
  async function durationAtHome() {
    const { widgets } = await service.api(getHomePage, {})
    const cards = widgets.flatMap(widget => (widget.type === 'video_carousel' ? widget.items : []))
    return cards.find(({ title }) => title === 'فیلم film')?.duration
  }

  test('is segmented once, keeps the id of its file, and does nothing the second time', async () => {
    const before = await fileOfFilm()
    expect(await durationAtHome()).toBeNull()
    const shares: number[] = []
    const first = await ingestVideo(aJob({ onProgress: share => shares.push(share) }))
    expect(first.wasThere).toBe(false)
    expect(shares.at(-1)).toBe(1)
    const after = await fileOfFilm()
    expect(after).toMatchObject({ id: before?.id, stream: first.stream })
    expect(after?.audioTracks).toEqual([{ language: 'fa', title: 'فارسی' }])
    expect(after?.captions).toEqual([{ language: 'fa', title: 'فارسی' }])
    expect(after?.durationSeconds).toBeCloseTo(3, 0)
    expect(await durationAtHome()).toBe('00:00:03')
    const master = join(service.deps.env.DATA_DIR, 'media', first.stream, 'master.m3u8')
    expect(await readFile(master, 'utf8')).toMatch(
      /RESOLUTION=426x240,CODECS="avc1\.[0-9a-f]{6},mp4a/,
    )
    expect(await ingestVideo(aJob())).toMatchObject({ stream: first.stream, wasThere: true })
  }, 180_000)

  test('can be an advert, made once in the folder of adverts', async () => {
    const { db: _db, content: _content, kind: _kind, invalidate: _told, ...job } = aJob()
    const made = await ingestAdvert({ ...job, advert: 'spring' })
    expect(made.stream).toMatch(/^adverts\/spring-[0-9a-f]{12}$/)
    const folder = join(service.deps.env.DATA_DIR, 'media', made.stream)
    expect(existsSync(join(folder, 'master.m3u8'))).toBe(true)
    expect(isAdvertStream(made.stream)).toBe(true)
    expect(await ingestAdvert({ ...job, advert: 'spring' })).toEqual({ ...made, wasThere: true })
  }, 180_000)

  test('makes a title without a file one that lists and filters know as playable', async () => {
    const playable = async () => {
      const { items } = await service.api(listContents, { query: { flags: 'playable' } })
      return items.map(({ title }) => title)
    }
    expect(await playable()).not.toContain('فیلم bare')
    await ingestVideo(aJob({ content: 'bare' }))
    expect(await playable()).toContain('فیلم bare')
  }, 180_000)

  test('has captions next to it in the encodings of Persian files', async () => {
    const cue = '1\n00:00:00,500 --> 00:00:02,000\nپچژگ، سلام!\n'
    const other = join(service.deps.env.DATA_DIR, 'other.mp4')
    await copyFile(video, other)
    // Another video for the fingerprint.
    await appendFile(other, Buffer.alloc(8))
    const captions = other.replace('.mp4', '.srt')
    await writeFile(captions, bytesOf1256(cue))
    const heard: string[] = []
    const { stream } = await ingestVideo(
      aJob({ video: other, onEncoding: (file, encoding) => heard.push(`${file}: ${encoding}`) }),
    )
    expect(heard).toEqual(['other.srt: windows-1256'])
    const made = join(service.deps.env.DATA_DIR, 'media', stream, 'captions/fa.vtt')
    expect(await readFile(made, 'utf8')).toContain('پچژگ، سلام!')
    await rm(captions)
  }, 180_000)

  test('gets, changes and loses captions without being encoded again', async () => {
    const { DATA_DIR } = service.deps.env
    const { stream } = await ingestVideo(aJob())
    const title = {
      ...aJob(),
      kind: 'primary' as const,
      isDryRun: false,
    }
    const file = join(DATA_DIR, 'english.srt')
    await writeFile(file, '1\n00:00:00,500 --> 00:00:02,000\nHello!\n')
    const text = (name: string) => readFile(join(DATA_DIR, 'media', stream, name), 'utf8')
    const vtt = async (language: string) =>
      text(`captions/${/^.*\.vtt$/m.exec(await text(`captions/${language}.m3u8`))?.[0]}`)
    const dry = { ...title, isDryRun: true }
    expect(await setCaptions(dry, { language: 'en', file })).toMatchObject({
      encoding: 'utf-8',
      omissions: [],
    })
    expect((await listCaptions(title)).map(({ language }) => language)).toEqual(['fa'])

    await setCaptions(title, { language: 'en', file })
    expect(await text('master.m3u8')).toContain('LANGUAGE="en",DEFAULT=NO')
    expect(await vtt('en')).toContain('00:00:00.500 --> 00:00:02.000\nHello!')
    const before = await vtt('fa')
    await expect(
      shiftCaptions(title, { language: 'fa', by: -600, allowPartial: false }),
    ).rejects.toThrow(
      /would end before the video begins and be lost: 00:00:00\.500 .*--allow-partial/,
    )
    expect(await vtt('fa')).toBe(before)
    await shiftCaptions(title, { language: 'fa', by: 1, allowPartial: false })
    expect(await vtt('fa')).toContain('00:00:01.500 --> 00:00:03.000\nسلام!')
    expect(await vtt('fa')).not.toBe(before)
    expect((await fileOfFilm())?.captions.map(({ language }) => language)).toEqual(['fa', 'en'])

    await removeCaptions(title, { language: 'en' })
    expect(await text('master.m3u8')).not.toContain('LANGUAGE="en",DEFAULT=NO')
    expect((await fileOfFilm())?.captions.map(({ language }) => language)).toEqual(['fa'])
    expect(JSON.parse(await text('stream.json')).captions).toEqual(['fa'])
    await expect(removeCaptions(title, { language: 'en' })).rejects.toThrow(
      /"en" has no captions.*captions: fa/,
    )
    await expect(setCaptions(title, { language: 'en', file: video })).rejects.toThrow()
    await expect(listCaptions({ ...title, content: 'nothing' })).rejects.toThrow(
      /The title "nothing" does not exist/,
    )
  }, 180_000)

  test('that is not a video leaves the title unchanged', async () => {
    const before = await fileOfFilm()
    const broken = join(service.deps.env.DATA_DIR, 'broken.mp4')
    await writeFile(broken, 'not a video at all')
    await expect(ingestVideo(aJob({ video: broken }))).rejects.toThrow()
    expect(await fileOfFilm()).toEqual(before)
    await rm(broken)
  })

  test('requires an existing film or episode', async () => {
    await expect(ingestVideo(aJob({ content: 'nothing' }))).rejects.toThrow(
      /The title "nothing" does not exist/,
    )
    await expect(ingestVideo(aJob({ content: 'series' }))).rejects.toThrow(/belongs to a film/)
    await expect(ingestVideo(aJob({ video: '/nowhere.mp4' }))).rejects.toThrow(/no file/)
  })
})

test('the error on a machine without ffmpeg says how to install it', async () => {
  await expect(openFfmpeg('/nowhere/ffmpeg').run(['-version'])).rejects.toThrow(/Install it/)
})
