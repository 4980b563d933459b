/** An encoding that is killed resumes at the same rendition, and several run at once. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import {
  type IngestSite,
  type Started,
  saidBy,
  startIngestSite,
} from '#tests/support/ingest-command.ts'

const SLOW = 240_000
const [FIRST, SECOND] = ['360p', '240p']

describe.runIf(await hasFfmpeg())('an ingest', () => {
  let site: IngestSite
  let work = ''
  let video = ''
  let short = ''

  beforeAll(async () => {
    site = await startIngestSite()
    const titles = ['killed', 'whole', 'twice', 'one', 'two', 'hevc', 'whole-hevc']
    await importRecords(
      site.service,
      titles.map(external_id => aFilm({ external_id })),
    )
    work = join(site.folder, 'ingest')
    ;[video, short] = [film('film.mp4', 40), film('short.mp4', 8)]
  }, SLOW)
  afterAll(() => site.service.stop())

  function film(name: string, seconds: number): string {
    const file = join(site.folder, name)
    // Far below -maxrate: at that limit x264 with several threads does not write the same bytes twice.
    const picture = `smptebars=size=640x360:rate=25:duration=${seconds}`
    const inputs = [
      '-f',
      'lavfi',
      '-i',
      picture,
      '-f',
      'lavfi',
      '-i',
      `sine=440:duration=${seconds}`,
    ]
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']
    execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', ['-v', 'error', ...inputs, ...codecs, file])
    return file
  }

  const ingest = (file: string, content: string, ...more: string[]) =>
    site.run('ingest', file, '--content', content, '--json', ...more)

  /** The folder of the only draft. */
  async function draft(): Promise<string> {
    const names = await readdir(work).catch(() => [])
    return join(work, names.find(name => name.endsWith('.draft')) ?? 'none')
  }

  async function killIn(running: Started, rendition = SECOND) {
    await expect
      .poll(
        async () => {
          const folder = await draft()
          const parts = await readdir(folder).catch(() => [])
          const part = parts.find(name => name.startsWith(`${rendition}.`)) ?? 'none'
          return existsSync(join(folder, part, 'seg00001.m4s'))
        },
        { timeout: SLOW, interval: 20 },
      )
      .toBe(true)
    running.kill()
    expect((await running.reply).code).not.toBe(0)
    const left = await draft()
    // The ffmpeg of the killed command stops too.
    await expect.poll(() => writers(left), { timeout: 60_000 }).toEqual([])
    return left
  }

  /** Returns inode and time of each file, which differ if a file was written again. */
  async function filesIn(folder: string) {
    const names = (await readdir(folder)).sort()
    return Promise.all(
      names.map(async name => {
        const { ino, mtimeMs } = await stat(join(folder, name))
        return { name, ino, mtimeMs }
      }),
    )
  }

  async function textsIn(stream: string) {
    const names = await readdir(site.at(stream), { recursive: true })
    const texts = names.filter(name => /\.(?:m3u8|vtt|json)$/.test(name)).sort()
    return Promise.all(
      texts.map(async name => [name, await readFile(site.at(stream, name), 'utf8')]),
    )
  }

  test(
    'that was killed in its second rendition keeps the first and ends like an uninterrupted one',
    async () => {
      const left = await killIn(ingest(video, 'killed'))
      const before = await filesIn(join(left, FIRST ?? ''))
      expect(before.length).toBeGreaterThan(10)

      const again = ingest(video, 'killed')
      const { stream, reused, was_there } = await saidBy(again)
      expect({ reused, was_there }).toEqual({ reused: [FIRST], was_there: false })
      expect(await filesIn(site.at(stream, FIRST ?? ''))).toEqual(before)
      const whole = await saidBy(ingest(video, 'whole'))
      expect(whole.reused).toEqual([])
      expect(await textsIn(stream)).toEqual(await textsIn(whole.stream))
      expect((await readdir(work)).filter(name => name.includes('titles-'))).toEqual([])
    },
    SLOW,
  )

  test(
    'that was killed in a rendition in HEVC keeps all in H.264 and ends like an uninterrupted one',
    async () => {
      const withHevc = (content: string) =>
        ingest(video, content, '--hevc', '--preset', 'ultrafast')
      const left = await killIn(withHevc('hevc'), `${FIRST}-hevc`)
      const finished = [FIRST, SECOND].map(name => name ?? '')
      const filesOf = (folder: string) =>
        Promise.all(finished.map(name => filesIn(join(folder, name))))
      const before = await filesOf(left)

      const { stream, reused } = await saidBy(withHevc('hevc'))
      expect(reused).toEqual(finished)
      expect(await filesOf(site.at(stream))).toEqual(before)
      const whole = await saidBy(withHevc('whole-hevc'))
      expect(whole.reused).toEqual([])
      const texts = await textsIn(stream)
      expect(texts).toEqual(await textsIn(whole.stream))
      expect(texts.map(([name]) => name)).toContain(`${FIRST}-hevc/index.m3u8`)
    },
    SLOW,
  )

  test(
    'that was killed starts again with another preset, and says in a terminal what it reuses',
    async () => {
      await killIn(ingest(video, 'twice'))
      const other = await site.run('ingest', video, '--content', 'twice', '--preset', 'ultrafast')
        .reply
      expect(other.code).toBe(0)
      expect(other.stdout + other.stderr).not.toMatch(/Reus/)
    },
    SLOW,
  )

  test(
    'runs once per title at a time, and for two titles at once; then captions change at once',
    async () => {
      const replies = await Promise.all([
        ingest(short, 'one').reply,
        ingest(short, 'one').reply,
        ingest(short, 'two').reply,
      ])
      const [first, second, other] = replies
      const codes = [first?.code, second?.code].sort()
      expect(codes).toEqual([0, 2])
      expect(other?.code).toBe(0)
      expect(replies.map(({ stdout }) => stdout).join('')).toContain(
        'is already encoding a file for this title',
      )
      for (const title of ['one', 'two'])
        expect(await saidBy(ingest(short, title))).toMatchObject({ was_there: true })

      const languages = ['ar', 'de', 'en', 'fr']
      const file = join(site.folder, 'captions.srt')
      await writeFile(file, '1\n00:00:01,000 --> 00:00:02,000\nHello\n')
      const sets = languages.map(language =>
        site.run('captions', 'set', 'one', file, '--language', language),
      )
      for (const { reply } of sets) expect((await reply).code).toBe(0)
      const { stdout } = await site.run('captions', 'list', 'one', '--json').reply
      const listed: { language: string }[] = JSON.parse(stdout).captions
      expect(listed.map(({ language }) => language).sort()).toEqual(languages)
    },
    SLOW,
  )
})

/** Returns the processes that were told to write to the folder, if /proc lists them. */
async function writers(folder: string): Promise<string[]> {
  const numbers = await readdir('/proc').catch(() => [])
  const found: string[] = []
  for (const number of numbers.filter(name => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${number}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(folder)) found.push(command)
  }
  return found
}
