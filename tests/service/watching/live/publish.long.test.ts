/** Programmes become titles, from real segments that ffmpeg sends. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getContent } from '#src/contract/endpoints/content.ts'
import { getPlayback } from '#src/contract/endpoints/player.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import type { MediaStore } from '#src/service/platform/adapters/media-store/media-store.ts'
import { openMediaStore } from '#src/service/platform/adapters/media-store/open-media-store.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { liveChannels, livePrograms, liveSegments } from '#src/service/platform/db/schema/live.ts'
import { newId } from '#src/service/platform/ids.ts'
import { publishProgram } from '#src/service/watching/ingest/publish-program.ts'
import { type Channel, saveChannel } from '#src/service/watching/live/channels.queries.ts'
import { checkSource } from '#src/service/watching/live/check-source.ts'
import { findGaps } from '#src/service/watching/live/recorded-program.ts'
import { startRecorder } from '#src/service/watching/live/recorder.ts'
import { removeSegmentsBefore } from '#src/service/watching/live/segments.queries.ts'
import { anEncoder } from '#tests/support/encoder.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { aFilm, importRecords, noPictures } from '#tests/support/imported-titles.ts'
import { anOperator, type Operator } from '#tests/support/operator.ts'
import { aSubscriber } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const TIMEOUT = 240_000
const FRAMES_A_SECOND = 25
const run = promisify(execFile)

let service: TestService
let operator: Operator
let count = 0

beforeAll(async () => {
  service = await startTestService({ overrides: { now: () => new Date() } })
  const { DATA_DIR } = service.deps.env
  operator = anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR })
}, TIMEOUT)
afterEach(async () => {
  await service.deps.db.delete(liveChannels)
})
afterAll(() => service.stop())

const rowsOf = (channel: Channel) =>
  service.deps.db
    .select()
    .from(liveSegments)
    .where(eq(liveSegments.channelId, channel.id))
    .orderBy(liveSegments.sequence)

/** A channel of which some seconds are recorded. */
async function aRecordedChannel(kind: 'ts' | 'fmp4') {
  const { deps } = service
  const encoder = await anEncoder({ kind, hasDates: true })
  const external_id = `channel-${++count}`
  await importRecords(service, [aFilm({ external_id, age_label: 12, flags: ['iran_access'] })])
  const [content] = await deps.db
    .select()
    .from(contents)
    .where(eq(contents.externalId, external_id))
  if (!content) throw new Error('no title')
  await encoder.start()
  const from = { url: encoder.url, isPrivate: true }
  const channel = await saveChannel(deps.db, content.id, {
    ...(await checkSource(deps, from)),
    ...from,
  })
  const recorder = startRecorder({ ...deps, store: openMediaStore(deps.env, 'visitors') })
  while ((await rowsOf(channel)).length < 8) await wait(200)
  await recorder.stop()
  await encoder.close()
  return { channel, content, rows: await rowsOf(channel), name: external_id }
}

async function aProgram({ id }: Channel, startsAt: Date, endsAt: Date) {
  const texts = { titleFa: 'اخبار', titleEn: 'News', summaryFa: 'خبرهای روز' }
  const [program] = await service.deps.db
    .insert(livePrograms)
    .values({ id: newId(), channelId: id, startsAt, endsAt, ...texts })
    .returning()
  if (!program) throw new Error('no programme')
  return program
}

const publish = (name: string, id: string, ...options: string[]) =>
  operator.run('live', 'publish', name, id, ...options)
const titleOf = async (externalId: string) => {
  const [row] = await service.deps.db
    .select()
    .from(contents)
    .where(eq(contents.externalId, externalId))
  return row
}

describe.skipIf(!(await hasFfmpeg()))('a recorded programme', () => {
  test.each(['ts', 'fmp4'] as const)(
    'of %s becomes a title that plays',
    {
      timeout: TIMEOUT,
    },
    async kind => {
      const { channel, rows, name } = await aRecordedChannel(kind)
      const some = rows.slice(2, 7)
      const [first, last] = [some[0], some.at(-1)]
      if (!first || !last) throw new Error('nothing is recorded')
      const program = await aProgram(
        channel,
        new Date(first.startsAt.getTime() + 200),
        new Date(last.startsAt.getTime() + 900),
      )
      const externalId = `${name}-${toWire(program.startsAt).slice(0, 16).replaceAll(':', '')}`

      const dry = await publish(name, program.id, '--dry-run')
      expect([dry.stderr, dry.stdout]).toEqual(['', expect.stringContaining('would be the title')])
      expect(await titleOf(externalId)).toBeUndefined()

      const made = await operator.json<{ stream: string }>('live', 'publish', name, program.id)
      expect(made).toMatchObject({
        title: externalId,
        seconds: 5,
        files: kind === 'ts' ? 5 : 6,
        was_there: false,
      })
      const title = await titleOf(externalId)
      const page = await service.api(getContent, { params: { short_id: title?.shortId ?? '' } })
      expect(page).toMatchObject({ title: 'اخبار', summary: 'خبرهای روز', duration: '00:00:05' })
      expect(page.flag).toEqual(expect.arrayContaining(['playable', 'iran_access']))
      expect(page.flag).not.toContain('live')
      expect(title).toMatchObject({ ageLimit: 12, titleEn: 'News', isLive: false })

      const viewer = await aSubscriber(service)
      const file = page.video_files.primary?.video_file_id ?? ''
      const params = { id: page.id, fileId: file, use: 'play' as const }
      const playback = await viewer.api(getPlayback, { params })
      expect(playback).toMatchObject({ kind: 'vod', duration: expect.closeTo(5, 0), start_at: 0 })
      const get = (path: string) => service.fetch(path, {}, viewer)
      const base = playback.manifest_url.replace(/[^/]*$/, 'r0/')
      expect(await (await get(playback.manifest_url)).text()).toContain('r0/index.m3u8')
      const text = await (await get(`${base}index.m3u8`)).text()
      expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD\n')
      expect(text).toMatch(/#EXT-X-MEDIA-SEQUENCE:0\n/)
      expect(text.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true)
      const segments = text.split('\n').filter(line => line && !line.startsWith('#'))
      expect(segments).toEqual(some.map(({ file }) => file))
      for (const segment of segments) expect((await get(base + segment)).status).toBe(200)

      // Every frame of the five seconds is present.
      const master = join(service.deps.env.DATA_DIR, 'media', made.stream, 'master.m3u8')
      const { stdout, stderr } = await run('ffprobe', [
        '-v',
        'error',
        '-allowed_extensions',
        'ALL',
        '-select_streams',
        'v',
        '-count_frames',
        '-show_entries',
        'stream=nb_read_frames',
        '-of',
        'csv=p=0',
        master,
      ])
      expect([stderr, Number.parseInt(stdout, 10)]).toEqual(['', 5 * FRAMES_A_SECOND])

      expect((await publish(name, toWire(program.startsAt))).stderr).toContain('has no programme')
      expect(await operator.json('live', 'publish', name, program.id)).toMatchObject({
        was_there: true,
      })
      // Also long after that.
      await service.deps.db.delete(liveSegments)
      expect(await operator.json('live', 'publish', name, program.id)).toMatchObject({
        was_there: true,
        stream: made.stream,
      })
    },
  )

  test('that was not recorded completely, or has not ended, is refused', {
    timeout: TIMEOUT,
  }, async () => {
    const { channel, rows, name } = await aRecordedChannel('ts')
    const at = (index: number, ms = 0) => new Date((rows[index]?.startsAt.getTime() ?? 0) + ms)
    const { db } = service.deps
    await db
      .delete(liveSegments)
      .where(and(eq(liveSegments.channelId, channel.id), eq(liveSegments.sequence, 4)))
    await db
      .update(liveSegments)
      .set({ isMissing: true })
      .where(and(eq(liveSegments.channelId, channel.id), eq(liveSegments.sequence, 5)))
    const broken = await aProgram(channel, at(1), at(6))
    const reply = await publish(name, broken.id)
    expect(reply.code).toBe(2)
    expect(reply.stderr).toContain(`${toWire(at(3))} to ${toWire(at(5))} (2 s) was not recorded`)
    const before = await aProgram(channel, at(0, -3 * 3_600_000), at(2))
    expect((await publish(name, before.id)).stderr).toMatch(/\(10\d{3} s\) has left the window/)
    const future = await aProgram(channel, at(2), new Date(Date.now() + 3_600_000))
    expect((await publish(name, future.id)).stderr).toContain('It ends at')
    expect((await publish(name, 'unknown')).stderr).toContain('has no programme')
  })

  test('is copied completely even if its segments leave the window meanwhile', {
    timeout: TIMEOUT,
  }, async () => {
    const { channel, content, rows } = await aRecordedChannel('ts')
    const { deps } = service
    const program = await aProgram(
      channel,
      rows[1]?.startsAt as Date,
      new Date((rows[6]?.startsAt.getTime() ?? 0) + 900),
    )
    const store = openMediaStore(deps.env, 'command')
    const old = { ...channel, renditions: [] }
    const remove = async () =>
      store.remove(
        (await removeSegmentsBefore(deps.db, old, new Date())).map(
          file => `live/${channel.id}/${file}`,
        ),
      )
    const slow: MediaStore = {
      ...store,
      put: async (key, body) => {
        await remove()
        await store.put(key, body)
      },
    }
    const publication = { channel, content, program, isDryRun: false, onProgress: () => undefined }
    const published = await publishProgram(
      { ...deps, store: slow, pictures: noPictures },
      publication,
    )
    expect(published).toMatchObject({ files: 6, wasThere: false })
    expect((await rowsOf(channel)).map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5, 6, 7])
    await remove()
    expect(await rowsOf(channel)).toEqual([])
    for (const { file } of rows.slice(1, 7))
      expect(await store.find(`${published.stream}/r0/${file}`)).not.toBeNull()
  })
})

test('gaps are times without a segment that are longer than the deviation of clocks', () => {
  const at = (seconds: number) => new Date(1e12 + seconds * 1_000)
  const segment = (start: number, seconds = 6, isMissing = false) => ({
    startsAt: at(start),
    seconds,
    isMissing,
  })
  const gaps = (...segments: ReturnType<typeof segment>[]) =>
    findGaps(segments, { startsAt: at(0), endsAt: at(20) }).map(({ startsAt, endsAt }) =>
      [startsAt, endsAt].map(date => (date.getTime() - 1e12) / 1_000),
    )
  expect(gaps(segment(-3), segment(3), segment(9.5), segment(15.5))).toEqual([])
  expect(gaps(segment(2), segment(8), segment(14, 5))).toEqual([[0, 2]])
  expect(gaps(segment(0), segment(6, 6, true), segment(12))).toEqual([
    [6, 12],
    [18, 20],
  ])
  expect(gaps()).toEqual([[0, 20]])
})
