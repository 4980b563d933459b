/** Runs ingest with files of every kind on a real database, and checks its streams, rows and output. */
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { openFfmpeg } from '#src/service/watching/ingest/ffmpeg.ts'
import { probeFile } from '#src/service/watching/ingest/probe.ts'
import { type TrackId, trackKey } from '#src/service/watching/ingest/track-name.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { hlsFaults } from '#tests/support/hls-rules.ts'
import { filesOf, parseStream } from '#tests/support/hls-stream.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { type IngestSite, startIngestSite } from '#tests/support/ingest-command.ts'
import { makeSource, SECONDS, SOURCES } from '#tests/support/video-sources.ts'

const QUICK = ['--preset', 'ultrafast']

describe.runIf(await hasFfmpeg())('a source', () => {
  let site: IngestSite
  beforeAll(async () => {
    site = await startIngestSite()
    const titles = SOURCES.map(([name, { isAudioBook }]) =>
      aFilm({ external_id: idOf(name), ...(isAudioBook ? { flags: ['audio_book'] } : {}) }),
    )
    const { problems } = await importRecords(site.service, titles)
    expect(problems).toEqual([])
  }, 180_000)
  afterAll(() => site.service.stop())

  async function rowOf(title: string) {
    const [row] = await site.service.deps.db
      .select({ file: videoFiles, content: contents })
      .from(contents)
      .leftJoin(videoFiles, eq(contents.id, videoFiles.contentId))
      .where(eq(contents.externalId, title))
    return row
  }

  test.each(SOURCES)('%s', async (name, made, expected) => {
    const title = idOf(name)
    const file = join(site.folder, `${title}.${made.ending}`)
    await makeSource(file, made)
    const words = ['ingest', '--content', title, ...QUICK, ...(made.words ?? [])] as const
    const { code, stdout, stderr } = await site.run(...words, file).reply
    const row = await rowOf(title)
    if (expected.error) {
      // The exit code is 1 if ffmpeg itself cannot read the file.
      expect([1, 2]).toContain(code)
      expect(stdout).toBe('')
      expect(stderr).toMatch(expected.error)
      expect(row?.file).toBeNull()
      expect(row?.content.flags).not.toContain('playable')
      return
    }
    expect({ code, stderr }, stdout).toEqual({
      code: expected.isPartial ? 1 : 0,
      stderr: expect.stringMatching(/^Encoding \d+%/),
    })
    expect(stderr).toMatch(/Encoding 100%\nStoring/)
    expect(stdout).toMatch(/^Done: ".*" plays titles\/\w+\/primary-\w{12}$/m)
    expect(/^Damaged at about \d\d:\d\d:\d\d: /m.test(stdout)).toBe(expected.isDamaged ?? false)
    if (expected.says) expect(stdout).toMatch(expected.says)
    else expect(stdout).not.toContain('left out')
    expect(stdout).toMatch(/^Taken: /m)
    if (expected.encoding) expect(stdout).toContain(`was read as ${expected.encoding}.`)

    const stream = / plays (\S+)/.exec(stdout)?.[1] ?? ''
    const description = JSON.parse(await readFile(site.at(stream, 'stream.json'), 'utf8'))
    expect(description.duration).toBeGreaterThan(SECONDS * 0.9)
    const { kind, duration, tracks } = description
    const [audio, captions] = kind === 'audio' ? [description.audio, []] : keysOf(tracks)
    expect(row?.file).toMatchObject({ stream, mode: kind, durationSeconds: duration })
    expect(row?.file?.audioTracks.map(trackKey)).toEqual(audio)
    expect(row?.file?.captions.map(trackKey)).toEqual(captions.filter(key => !/forced/.test(key)))
    expect(row?.content).toMatchObject({
      durationSeconds: Math.round(duration),
      audioLanguages: description.audio,
      captionLanguages: description.captions,
      flags: expect.arrayContaining(['playable']),
    })
    if (expected.audio) expect(audio).toEqual(expected.audio)
    if (kind === 'audio') return
    if (expected.renditions)
      expect(await renditionsOf(site.at(stream))).toEqual(expected.renditions)
    const texts = captions.map(async (language: string) => {
      const vtt = await readFile(site.at(stream, `captions/${language}.vtt`), 'utf8')
      return `${language}: ${vtt.trim().split('\n').at(-1)}`
    })
    expect(await Promise.all(texts)).toEqual(expected.captions ?? [])
    if (expected.media) expect(await mediaOf(site.at(stream))).toEqual(expected.media)
    if (expected.ranges) expect(rangesIn(site.at(stream))).toEqual(expected.ranges)
    if (expected.sound) expect(soundIn(site.at(stream))).toEqual(expected.sound)
    for (const [key, seconds] of Object.entries(expected.delays ?? {}))
      expect(await silenceBefore(site.at(stream, `audio-${key}/index.m3u8`))).toBeCloseTo(
        seconds,
        1,
      )
    expect(hlsFaults(filesOf(site.at(stream)))).toEqual([])
    await verifyPicture(site.at(stream))
  })
})

describe.runIf(await hasFfmpeg())('the command', () => {
  let site: IngestSite
  let file = ''
  beforeAll(async () => {
    site = await startIngestSite()
    await importRecords(site.service, [aFilm({ external_id: 'marked' })])
    file = join(site.folder, 'film.mp4')
    await makeSource(file, { ending: 'mp4' })
  }, 180_000)
  afterAll(() => site.service.stop())

  const run = (...words: string[]) =>
    site.run('ingest', file, '--content', 'marked', ...QUICK, ...words).reply

  test.each([
    [['--intro', '0:30'], /--intro cannot be .*: write two times.*0:30-1:45/],
    [['--intro', '1:45-0:30'], /--intro cannot be .*: write two times/],
    [['--audio', 'fa'], /--audio cannot be .*: write each track number once.*2=fa:description/],
    [['--audio', '1=fa,1=en'], /--audio cannot be .*: write each track number once/],
    [['--audio', '1=none:main'], /--audio cannot be .*: write each track number once/],
    [['--audio', '1=fa:sdh'], /kinds are main, description, commentary/],
    [['--hevc', '--audio', '3=fa', '--dry-run'], /number of audio tracks in the file is 1/],
    [['--audio', '3=fa', '--dry-run'], /number of audio tracks in the file is 1/],
    [['--credits', 'soon'], /--credits cannot be "soon": write a time/],
    [['--credits', '1:00'], /credits begin at 00:01:00, and the video lasts 00:00:02/],
    [['--intro', '0-1', '--credits', '0.5'], /and the intro ends at 00:00:01/],
  ])('refuses %j before it encodes', async (words, message) => {
    const { code, stdout, stderr } = await run(...words)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('Encoding')
  })

  test('stores intro and credits, and reports them', async () => {
    const { code, stdout } = await run('--intro', '۰:۰۰-0:01', '--credits', '1.5')
    expect(code).toBe(0)
    expect(stdout).toContain('The intro is from 00:00:00 to 00:00:01.\n')
    expect(stdout).toContain('The credits begin at 00:00:01.500.\n')
    const [row] = await site.service.deps.db.select().from(videoFiles)
    expect(row).toMatchObject({ introStart: 0, introEnd: 1, creditsAt: 1.5 })
  })
})

/** `HEVC in mkv` → `hevc-in-mkv` */
function idOf(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '-')
}

function keysOf({ audio, captions }: Record<'audio' | 'captions', TrackId[]>): string[][] {
  return [audio.map(trackKey), captions.map(trackKey)]
}

async function mediaOf(stream: string): Promise<string[]> {
  const { media } = parseStream(filesOf(stream))
  return media.map(
    ({ attributes: { TYPE, NAME, DEFAULT, AUTOSELECT, FORCED } }) =>
      `${TYPE} ${NAME} DEFAULT=${DEFAULT} AUTOSELECT=${AUTOSELECT} FORCED=${FORCED}`,
  )
}

/** `aud فارسی 2 audio-fa` */
function soundIn(stream: string): string[] {
  const { media } = parseStream(filesOf(stream))
  return media.flatMap(({ attributes: { TYPE, NAME, CHANNELS, URI, 'GROUP-ID': group } }) =>
    TYPE === 'AUDIO' ? [`${group} ${NAME} ${CHANNELS} ${URI?.split('/')[0]}`] : [],
  )
}

/** `hvc1.2.4 PQ`: codec without its level, which encoders of other versions count otherwise. */
function rangesIn(stream: string): string[] {
  const { variants } = parseStream(filesOf(stream))
  return variants.map(({ attributes }) => {
    const codec = /^(?:avc1|hvc1\.\d\.\d)/.exec(attributes.CODECS ?? '')?.[0]
    return `${codec} ${attributes['VIDEO-RANGE']}`
  })
}

/** `480p 854x480 25.000` */
async function renditionsOf(stream: string): Promise<string[]> {
  const master = await readFile(join(stream, 'master.m3u8'), 'utf8')
  const found = master.matchAll(/RESOLUTION=(\w+),.*FRAME-RATE=([\d.]+).*\n([\w-]+)\//g)
  return [...found].map(([, size, rate, name]) => `${name} ${size} ${rate}`)
}

/** Most frames that x265 sends before one that is shown earlier. */
const REORDERED_FRAMES = 2
const SAMPLE_RATE = 8_000
const AUDIBLE = 200

/** Returns the seconds before the first sound of a track. */
async function silenceBefore(playlist: string): Promise<number> {
  const raw = `${playlist}.raw`
  const output = ['-ac', 1, '-ar', SAMPLE_RATE, '-f', 's16le', raw]
  await openFfmpeg(process.env.FFMPEG_PATH).run(['-i', playlist, ...output])
  const bytes = await readFile(raw)
  await rm(raw)
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2))
  return samples.findIndex(sample => Math.abs(sample) > AUDIBLE) / SAMPLE_RATE
}

/** The encoded stream is what the playlist says: progressive, square pixels, and unless HDR is kept, 8 bits in the colours of HD or none. */
async function verifyPicture(stream: string): Promise<void> {
  for (const rendition of await renditionsOf(stream)) {
    const [name, size, rate] = rendition.split(' ')
    const { tracks } = await probeFile(
      openFfmpeg(process.env.FFMPEG_PATH),
      join(stream, `${name}/index.m3u8`),
    )
    const track = tracks.find(({ type }) => type === 'video')
    const picture = track?.picture
    expect(`${picture?.width}x${picture?.height}`).toBe(size)
    expect(picture?.pixelRatio).toBe(1)
    expect(['progressive', 'unknown']).toContain(picture?.fieldOrder)
    const isHevc = name?.endsWith('-hevc') ?? false
    // Every stream begins at 0, wherever the timestamps of its source begin; x265 delays it by the frames that it reorders.
    const delay = isHevc ? REORDERED_FRAMES / Number(rate) : 0
    expect(Math.abs(track?.start ?? 1)).toBeLessThan(delay + 0.01)
    expect(track?.codec).toBe(isHevc ? 'hevc' : 'h264')
    const isHdr = /smpte2084|arib-std-b67/.test(picture?.transfer ?? '')
    if (!isHevc) expect(isHdr).toBe(false)
  }
  expect((await stat(join(stream, 'poster.jpg'))).size).toBeGreaterThan(500)
  expect(await readFile(join(stream, 'storyboard/storyboard.vtt'), 'utf8')).toContain('#xywh=0,0,')
  expect((await stat(join(stream, 'storyboard/storyboard-000.jpg'))).size).toBeGreaterThan(500)
}
