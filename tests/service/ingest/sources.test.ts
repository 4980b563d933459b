/** The command of ingest with files of every kind, on a real database: what it makes, writes down and says. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { videoFiles } from '#src/service/db/schema/catalogue.ts'
import { contents } from '#src/service/db/schema/contents.ts'
import { ffmpegAt } from '#src/service/ingest/ffmpeg.ts'
import { keyOf, type TrackId } from '#src/service/ingest/track-name.ts'
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
  }, 60_000)
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
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(expected.error)
      expect(row?.file).toBeNull()
      expect(row?.content.flags).not.toContain('playable')
      return
    }
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Encoding \d+%/) })
    expect(stderr).toMatch(/Encoding 100%\nStoring/)
    expect(stdout).toMatch(/^Done: ".*" plays titles\/\w+\/primary-\w{12}$/m)
    expect(/^Damaged at about \d\d:\d\d:\d\d: /m.test(stdout)).toBe(expected.isDamaged ?? false)
    if (expected.says) expect(stdout).toMatch(expected.says)
    else expect(stdout).not.toContain('left out')
    if (expected.encoding) expect(stdout).toContain(`was read as ${expected.encoding}.`)

    const stream = / plays (\S+)/.exec(stdout)?.[1] ?? ''
    const description = JSON.parse(await readFile(site.at(stream, 'stream.json'), 'utf8'))
    expect(description.duration).toBeGreaterThan(SECONDS * 0.9)
    const { kind, duration, tracks } = description
    const [audio, captions] = kind === 'audio' ? [description.audio, []] : keysOf(tracks)
    expect(row?.file).toMatchObject({ stream, mode: kind, durationSeconds: duration })
    expect(row?.file?.audioTracks.map(keyOf)).toEqual(audio)
    expect(row?.file?.captions.map(keyOf)).toEqual(captions.filter(key => !/forced/.test(key)))
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
  }, 60_000)
  afterAll(() => site.service.stop())

  const run = (...words: string[]) =>
    site.run('ingest', file, '--content', 'marked', ...QUICK, ...words).reply

  test.each([
    [['--intro', '0:30'], /--intro is to be two times.*0:30-1:45/],
    [['--intro', '1:45-0:30'], /--intro is to be two times/],
    [['--audio', 'fa'], /--audio is to be numbers of tracks.*2=fa:description/],
    [['--audio', '1=fa,1=en'], /--audio is to be numbers/],
    [['--audio', '1=fa:sdh'], /kinds are main, description, commentary/],
    [['--hevc', '--audio', '3=fa', '--dry-run'], /tracks of sound in the file are 1/],
    [['--audio', '3=fa', '--dry-run'], /tracks of sound in the file are 1/],
    [['--credits', 'soon'], /--credits is to be a time/],
    [['--credits', '1:00'], /credits begin at 00:01:00, and the video lasts 00:00:02/],
    [['--intro', '0-1', '--credits', '0.5'], /and the intro ends at 00:00:01/],
  ])('refuses %j before it encodes', async (words, message) => {
    const { code, stdout, stderr } = await run(...words)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('Encoding')
  })

  test('writes intro and credits down, and says them', async () => {
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
  return [audio.map(keyOf), captions.map(keyOf)]
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

/** What is encoded is what the playlist says: progressive, square pixels, and unless HDR is kept, 8 bits in the colours of HD or none. */
async function verifyPicture(stream: string): Promise<void> {
  for (const rendition of await renditionsOf(stream)) {
    const [name, size] = rendition.split(' ')
    const said = await ffmpegAt(process.env.FFMPEG_PATH).describe(
      join(stream, `${name}/index.m3u8`),
    )
    const line = said.split('\n').find(it => it.includes('Video:')) ?? ''
    expect(line).toContain(`${size}`)
    expect(line).not.toMatch(/first\)/)
    if (name?.endsWith('-hevc')) expect(line).toMatch(/hevc .*\(hvc1 /)
    // 10 bits have the colours of HDR, and 8 bits have not.
    if (line.includes('yuv420p10le'))
      expect(line).toMatch(
        /\(Main 10\).*yuv420p10le\(tv, bt2020nc\/bt2020\/(smpte2084|arib-std-b67)/,
      )
    else {
      expect(line).toMatch(/yuvj?420p[(,]/)
      expect(line).not.toMatch(/smpte2084|arib-std-b67/)
    }
    const [, over, under] = /SAR (\d+):(\d+)/.exec(line) ?? []
    expect(over).toBe(under)
  }
  expect((await stat(join(stream, 'poster.jpg'))).size).toBeGreaterThan(500)
  expect(await readFile(join(stream, 'storyboard/storyboard.vtt'), 'utf8')).toContain('#xywh=0,0,')
  expect((await stat(join(stream, 'storyboard/storyboard-000.jpg'))).size).toBeGreaterThan(500)
}
