import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { ingestVideo } from '#src/service/watching/ingest/ingest.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { ingestSetup } from '#tests/support/ingest-setup.ts'
import type { TestService } from '#tests/support/service.ts'

describe.runIf(await hasFfmpeg())('a video added to a title', () => {
  const { start, stop, aJob, fileOfFilm } = ingestSetup()
  let service: TestService
  let video = ''
  beforeAll(async () => {
    ;({ service, video } = await start())
  }, 180_000)
  afterAll(stop)

  test('becomes one file of an audio book, with its chapters and cover', async () => {
    const { DATA_DIR } = service.deps.env
    const [sound, cover, chapters, book] = ['wav', 'jpg', 'txt', 'm4b'].map(ending =>
      join(DATA_DIR, `book.${ending}`),
    ) as [string, string, string, string]
    const make = (...args: string[]) =>
      execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', ['-v', 'error', ...args])
    make('-f', 'lavfi', '-i', 'sine=300:duration=6', sound)
    make('-f', 'lavfi', '-i', 'color=red:size=64x64:duration=1', '-frames:v', '1', cover)
    const chapter = (start: number, title: string) =>
      `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${start + 3_000}\ntitle=${title}\n`
    await writeFile(chapters, `;FFMETADATA1\n${chapter(0, 'یک')}${chapter(3_000, 'دو')}`)
    const maps = ['-map', '0:a', '-map', '1:v', '-map_chapters', '2', '-c:v', 'copy']
    const asCover = ['-disposition:v', 'attached_pic', '-f', 'mp4']
    make('-i', sound, '-i', cover, '-i', chapters, ...maps, ...asCover, book)

    await expect(ingestVideo(aJob({ content: 'book' }))).rejects.toThrow(/is an audio book/)
    await expect(ingestVideo(aJob({ video: book }))).rejects.toThrow(/flag audio_book/)
    for (const file of [book, sound]) {
      const { stream } = await ingestVideo(aJob({ content: 'book', video: file }))
      const folder = join(DATA_DIR, 'media', stream)
      const description = JSON.parse(await readFile(join(folder, 'stream.json'), 'utf8'))
      expect(description).toMatchObject({ kind: 'audio', manifest: 'book.m4a', audio: ['fa'] })
      expect(description.duration).toBeCloseTo(6, 0)
      expect(existsSync(join(folder, 'book.m4a'))).toBe(true)
      expect(existsSync(join(folder, 'poster.jpg'))).toBe(file === book)
      const titles = description.chapters?.map(({ title }: { title: string }) => title)
      expect(titles).toEqual(file === book ? ['یک', 'دو'] : undefined)
    }
    const [row] = await service.deps.db
      .select({ mode: videoFiles.mode, stream: videoFiles.stream })
      .from(videoFiles)
      .innerJoin(contents, eq(contents.id, videoFiles.contentId))
      .where(eq(contents.externalId, 'book'))
    expect(row?.mode).toBe('audio')
  }, 180_000)

  test('that is truncated is refused, and nothing is published', async () => {
    const before = await fileOfFilm()
    const broken = join(service.deps.env.DATA_DIR, 'broken.mkv')
    const long = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=20']
    execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', ['-v', 'error', ...long, broken])
    await truncate(broken, Math.round((await stat(broken)).size * 0.6))
    await expect(ingestVideo(aJob({ video: broken }))).rejects.toThrow(
      /duration of 00:00:20.*ends at/,
    )
    expect(await fileOfFilm()).toEqual(before)
  }, 180_000)

  test('of the same length keeps intro, credits and chapters of the previous file', async () => {
    const marks = {
      durationSeconds: 3,
      introStart: 0.5,
      introEnd: 1,
      creditsAt: 2.5,
      chapters: [{ title: { fa: 'یک' }, start: 0 }],
    }
    const file = await fileOfFilm()
    await service.deps.db
      .update(videoFiles)
      .set(marks)
      .where(eq(videoFiles.id, file?.id ?? ''))
    const again = join(service.deps.env.DATA_DIR, 'again.mp4')
    await copyFile(video, again)
    await appendFile(again, Buffer.alloc(16))
    await ingestVideo(aJob({ video: again }))
    expect(await fileOfFilm()).toMatchObject(marks)
  }, 180_000)

  test('has the given intro and credits, also if it was encoded before', async () => {
    const marks = { intro: { start: 0.25, end: 0.75 }, credits: 2 }
    const inFile = { introStart: 0.25, introEnd: 0.75, creditsAt: 2 }
    const other = join(service.deps.env.DATA_DIR, 'marked.mp4')
    await copyFile(video, other)
    await appendFile(other, Buffer.alloc(24))
    const before = await fileOfFilm()
    const late = { intro: null, credits: 60 }
    await expect(ingestVideo(aJob({ video: other, marks: late }))).rejects.toThrow(
      /video lasts 00:00:03/,
    )
    await expect(ingestVideo(aJob({ video: other, marks: late, isDryRun: true }))).rejects.toThrow(
      /lasts/,
    )
    expect(await fileOfFilm()).toEqual(before)

    await ingestVideo(aJob({ video: other, marks }))
    expect(await fileOfFilm()).toMatchObject(inFile)
    const changed = { intro: null, credits: 2.5 }
    expect(await ingestVideo(aJob({ video: other, marks: changed }))).toMatchObject({
      wasThere: true,
    })
    expect(await fileOfFilm()).toMatchObject({ ...inFile, creditsAt: 2.5 })
    await expect(ingestVideo(aJob({ video: other, marks: late }))).rejects.toThrow(/video lasts/)
  }, 180_000)
})
