// The work of an editor on videos and captions in the console.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { clicksOf, type StaffSite, staffPage, startStaffSite } from '#tests/support/staff-page.ts'

const PIECE = 4 * 1024 * 1024
const found = await hasFfmpeg()
let at: StaffSite
let folder: string
let video: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-video-'))
  if (found) video = await aLargeVideo()
  at = await startStaffSite()
}, 120_000)
afterAll(async () => {
  await at?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Two seconds of pictures, and padding that players skip, so that the file needs three pieces. */
async function aLargeVideo(): Promise<string> {
  const path = join(folder, 'film.mp4')
  const inputs = ['-f', 'lavfi', '-i', 'testsrc2=size=426x240:rate=24:duration=2']
  const sound = ['-f', 'lavfi', '-i', 'sine=440:duration=2', '-c:a', 'aac']
  execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', [
    '-v',
    'error',
    ...inputs,
    ...sound,
    '-c:v',
    'libx264',
    path,
  ])
  const padding = Buffer.alloc(2 * PIECE)
  padding.writeUInt32BE(padding.length)
  padding.write('free', 4, 'latin1')
  await writeFile(path, Buffer.concat([await readFile(path), padding]))
  return path
}

/** Holds the pieces of uploads back until `release`, and lists the places at which they begin. */
async function watchPieces(page: Page) {
  const offsets: number[] = []
  const state = { fails: 0, holds: false }
  await page.route('**/api/uploads/*', async route => {
    const request = route.request()
    if (request.method() !== 'PATCH') return route.continue()
    if (state.fails > 0) {
      state.fails -= 1
      return route.abort('connectionfailed')
    }
    offsets.push(Number(request.headers()['upload-offset']))
    if (state.holds && offsets.length > 1) return undefined
    return route.continue()
  })
  return { offsets, state }
}

test.skipIf(!found)(
  'editor: an upload survives a lost connection and a reload, is encoded and published',
  async () => {
    const page = await staffPage(at, 'editor', { allow: [/ERR_CONNECTION_FAILED/] })
    const { offsets, state } = await watchPieces(page)
    state.fails = 1
    state.holds = true
    await page.goto('/titles/quiet-orchard')
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Video' }) })
    const choose = section.getByLabel(/Choose a video|Replace the video/)
    await choose.setInputFiles(video)
    await expect.poll(() => offsets.length).toBe(2)
    await section.getByRole('button', { name: 'Pause' }).click()
    await section.getByText('Paused').waitFor()
    page.on('dialog', dialog => void dialog.accept())
    await page.reload()
    await section.getByText('Unfinished upload').waitFor()
    state.holds = false
    await section.getByLabel('Choose the file and continue').setInputFiles(video)
    await section.getByText('Published').waitFor({ timeout: 60_000 })
    await section.getByText('Used of the file').waitFor()
    // The first piece was sent once, although its first attempt failed and the page was loaded again.
    expect(offsets).toEqual([0, PIECE, PIECE, 2 * PIECE])
    expect(await clicksOf(page)).toBe(1)
  },
  120_000,
)

/** Captions of the film of two seconds. */
const LINES =
  '1\n00:00:00,500 --> 00:00:01,000\nسلام\n\n2\n00:00:01,100 --> 00:00:01,400\nخداحافظ\n'

/** Returns where the player has stopped, and the captions that it draws there. */
function activeCaption(player: SVGElement | HTMLElement) {
  const { currentTime, seeking, textTracks } = player as HTMLVideoElement
  if (seeking) return null
  const cues = [...(textTracks[0]?.activeCues ?? [])]
  return {
    at: Math.round(currentTime * 100) / 100,
    lines: cues.map(cue => (cue as VTTCue).text),
  }
}

/** Returns the pixels of the picture, small. */
function pictureOf(player: SVGElement | HTMLElement): string {
  const canvas = document.createElement('canvas')
  canvas.width = 64
  canvas.height = 36
  canvas.getContext('2d')?.drawImage(player as HTMLVideoElement, 0, 0, 64, 36)
  return canvas.toDataURL()
}

test.skipIf(!found)(
  'editor: captions are added, and shifted beside their picture',
  async () => {
    const page = await staffPage(at, 'editor')
    const captions = join(folder, 'film.fa.srt')
    await writeFile(captions, LINES)
    await page.goto('/titles/quiet-orchard')
    await page.getByRole('button', { name: 'Add captions' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(captions)
    await dialog.locator('[name=language]').fill('fa')
    await dialog.getByRole('button', { name: 'Add captions' }).click()
    await page.getByRole('cell', { name: 'Persian' }).waitFor()
    await page.getByRole('button', { name: 'Shift', exact: true }).click()
    const player = page.getByLabel('Video with the shifted captions')
    const caption = () => player.evaluate(activeCaption)
    // The line begins at 1.5 s if it is shifted by a second, and at 1 s by half of one. The player stops 0.05 s into it.
    await expect.poll(caption).toEqual({ at: 1.55, lines: ['سلام'] })
    const later = await player.evaluate(pictureOf)
    await page.getByLabel('Seconds').fill('۰٫۵')
    await page.getByRole('cell', { name: '00:00:01.000' }).waitFor()
    await expect.poll(caption).toEqual({ at: 1.05, lines: ['سلام'] })
    await expect.poll(() => player.evaluate(pictureOf)).not.toBe(later)
    await page.getByRole('button', { name: 'Next line' }).click()
    await expect.poll(caption).toEqual({ at: 1.65, lines: ['خداحافظ'] })
    await page.getByRole('button', { name: 'Shift the captions' }).click()
    await page.getByText('Done.').waitFor()
    expect(await clicksOf(page)).toBe(5)
  },
  60_000,
)

test.skipIf(!found)(
  'editor: a picture that does not load is replaced by a button that loads it, and the times stay',
  async () => {
    const page = await staffPage(at, 'editor', { allow: [/ERR_CONNECTION_FAILED/] })
    let fails = true
    await page.route('**/api/videos/**', route =>
      fails ? route.abort('connectionfailed') : route.continue(),
    )
    await page.goto('/titles/quiet-orchard')
    await page.getByRole('button', { name: 'Shift', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const failure = dialog.getByText('The picture could not be opened.')
    await failure.waitFor({ timeout: 40_000 })
    await dialog.getByRole('cell', { name: '00:00:02.000' }).waitFor()
    fails = false
    await dialog.getByRole('button', { name: 'Try again' }).click()
    const player = dialog.getByLabel('Video with the shifted captions')
    await dialog.getByLabel('Seconds').fill('0.2')
    await expect.poll(() => player.evaluate(activeCaption)).toEqual({ at: 1.25, lines: ['سلام'] })
    // A line behind the end of the video has no picture.
    await dialog.getByLabel('Seconds').fill('5')
    await dialog.getByText('This line begins after the end of the video.').waitFor()
  },
  90_000,
)

test('editor: without an answer nothing is said about the video, and a button reads it again', async () => {
  const page = await staffPage(at, 'editor', { allow: [/ERR_CONNECTION_FAILED/] })
  let fails = true
  await page.route(/\/api\/actions\/(video|captions)\//, route =>
    fails ? route.abort('connectionfailed') : route.continue(),
  )
  await page.goto('/titles/quiet-orchard')
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Video' }) })
  await section.getByRole('alert').waitFor()
  expect(await section.getByText(/no video|Choose a video|Replace the video/).count()).toBe(0)
  fails = false
  await section.getByRole('button', { name: 'Try again' }).click()
  await section.getByText(/Choose a video|Replace the video/).waitFor()
})
