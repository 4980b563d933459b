/** The command of ingest with files of every kind, on a real database: what it makes, writes down and says. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { videoFiles } from '#src/service/db/schema/catalogue.ts'
import { contents } from '#src/service/db/schema/contents.ts'
import { ffmpegAt } from '#src/service/ingest/ffmpeg.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { hlsFaults } from '#tests/support/hls-rules.ts'
import { filesOf } from '#tests/support/hls-stream.ts'
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
    const { code, stdout, stderr } = await site.run('ingest', file, '--content', title, ...QUICK)
      .reply
    const row = await rowOf(title)
    if (expected.error) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(expected.error)
      expect(row?.file).toBeNull()
      expect(row?.content.flags).not.toContain('playable')
      return
    }
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Encoding \d%/) })
    expect(stderr).toMatch(/Encoding 100%\nStoring/)
    expect(stdout).toMatch(/^Done: ".*" plays titles\/\w+\/primary-\w{12}$/m)
    expect(/^Damaged at about \d\d:\d\d:\d\d: /m.test(stdout)).toBe(expected.isDamaged ?? false)
    if (expected.encoding) expect(stdout).toContain(`was read as ${expected.encoding}.`)

    const stream = / plays (\S+)/.exec(stdout)?.[1] ?? ''
    const description = JSON.parse(await readFile(site.at(stream, 'stream.json'), 'utf8'))
    expect(description.duration).toBeGreaterThan(SECONDS * 0.9)
    const { kind, duration, audio, captions } = description
    expect(row?.file).toMatchObject({ stream, mode: kind, durationSeconds: duration })
    expect(row?.file?.audioTracks.map(({ language }) => language)).toEqual(audio)
    expect(row?.file?.captions.map(({ language }) => language)).toEqual(captions)
    expect(row?.content).toMatchObject({
      durationSeconds: Math.round(duration),
      audioLanguages: audio,
      captionLanguages: captions,
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
    expect(hlsFaults(filesOf(site.at(stream)))).toEqual([])
    await verifyPicture(site.at(stream))
  })
})

/** `HEVC in mkv` → `hevc-in-mkv` */
function idOf(name: string): string {
  return name.toLowerCase().replace(/\W+/g, '-')
}

/** `480p 854x480 25.000` */
async function renditionsOf(stream: string): Promise<string[]> {
  const master = await readFile(join(stream, 'master.m3u8'), 'utf8')
  const found = master.matchAll(/RESOLUTION=(\w+),.*FRAME-RATE=([\d.]+).*\n(\w+)\//g)
  return [...found].map(([, size, rate, name]) => `${name} ${size} ${rate}`)
}

/** What is encoded is what the playlist says: progressive, 8 bits, square pixels, in the colours of HD or none. */
async function verifyPicture(stream: string): Promise<void> {
  for (const rendition of await renditionsOf(stream)) {
    const [name, size] = rendition.split(' ')
    const said = await ffmpegAt(process.env.FFMPEG_PATH).describe(
      join(stream, `${name}/index.m3u8`),
    )
    const line = said.split('\n').find(it => it.includes('Video:')) ?? ''
    expect(line).toContain(`${size}`)
    expect(line).toMatch(/yuvj?420p[(,]/)
    expect(line).not.toMatch(/smpte2084|arib-std-b67|first\)/)
    const [, over, under] = /SAR (\d+):(\d+)/.exec(line) ?? []
    expect(over).toBe(under)
  }
  expect((await stat(join(stream, 'poster.jpg'))).size).toBeGreaterThan(500)
  expect(await readFile(join(stream, 'storyboard/storyboard.vtt'), 'utf8')).toContain('#xywh=0,0,')
  expect((await stat(join(stream, 'storyboard/storyboard-000.jpg'))).size).toBeGreaterThan(500)
}
