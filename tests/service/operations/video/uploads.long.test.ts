import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStaffApp } from '#src/service/operations/console/app.ts'
import { type EncodeData, encodeUpload } from '#src/service/operations/video/encode-upload.ts'
import { receivedBytes, uploadPath } from '#src/service/operations/video/upload-folder.ts'
import { findUpload, tidyUploads } from '#src/service/operations/video/uploads.ts'
import { auditLog } from '#src/service/platform/db/schema/audit.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { videoUploads } from '#src/service/platform/db/schema/video-uploads.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { openConsole, type StaffCaller } from '#tests/support/staff.ts'

const ORIGIN = 'http://127.0.0.1:5321'
const PIECE = 4 * 1024 * 1024
const found = await hasFfmpeg()
let service: TestService
let app: ReturnType<typeof createStaffApp>
let editor: StaffCaller
let support: StaffCaller
let video: Buffer

beforeAll(async () => {
  service = await startTestService({ env: { STAFF_PORT: '5321' } })
  app = createStaffApp(service.deps, false)
  await importRecords(service, [
    aFilm({ external_id: 'film', media: { stream: 'demo/landscape' } }),
    aSeries({ external_id: 'series' }),
  ])
  const team = openConsole(service)
  editor = await team.member('editor')
  support = await team.member('support')
  if (found) video = await aVideo(3)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.deps.db.delete(videoUploads)
  service.jobs.queued.length = 0
})

async function aVideo(seconds: number): Promise<Buffer> {
  const path = join(service.deps.env.DATA_DIR, `source-${seconds}.mp4`)
  const picture = `testsrc2=size=426x240:rate=24:duration=${seconds}`
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=440:duration=${seconds}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']
  execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', ['-v', 'error', ...inputs, ...codecs, path])
  return readFile(path)
}

type Sent = { headers?: Record<string, string>; body?: Buffer; by?: StaffCaller; at?: typeof app }

function send(method: string, path: string, { headers, body, by = editor, at = app }: Sent = {}) {
  const request = new Request(`${ORIGIN}${path}`, {
    method,
    headers: {
      Host: new URL(ORIGIN).host,
      Origin: ORIGIN,
      Cookie: by.cookie,
      'Accept-Language': 'en',
      'Tus-Resumable': '1.0.0',
      ...(body ? { 'Content-Length': String(body.length) } : {}),
      ...headers,
    },
    ...(body ? { body: new Uint8Array(body) } : {}),
  })
  return at.fetch(request, { address: '127.0.0.1', requestId: 'test' })
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

type Begun = { content?: string; kind?: string } & Omit<Sent, 'body'>

function begin(
  bytes: number,
  { content = 'film', kind = 'primary', headers: added, ...more }: Begun = {},
) {
  const values = { content, kind, filename: 'فیلم.mp4' }
  const metadata = Object.entries(values).map(([name, value]) => `${name} ${base64(value)}`)
  const headers = {
    'Upload-Length': String(bytes),
    'Upload-Metadata': metadata.join(','),
    ...added,
  }
  return send('POST', '/api/uploads', { headers, ...more })
}

/** Returns the same node with other settings. */
function nodeWith(settings: Partial<Deps['env']>): Deps {
  return { ...service.deps, env: { ...service.deps.env, ...settings } }
}

const FULL = { UPLOAD_KEEP_FREE_GB: 100_000 }

async function begun(bytes: number): Promise<string> {
  const reply = await begin(bytes)
  expect(reply.status).toBe(201)
  const location = reply.headers.get('location') ?? ''
  expect(location).toMatch(/^\/api\/uploads\/\w{16}$/)
  return location.split('/').at(-1) ?? ''
}

function piece(id: string, offset: number, body: Buffer, more: Omit<Sent, 'body'> = {}) {
  const type = 'application/offset+octet-stream'
  const headers = { 'Upload-Offset': String(offset), 'Content-Type': type }
  return send('PATCH', `/api/uploads/${id}`, { headers, body, ...more })
}

async function uploaded(file: Buffer): Promise<string> {
  const id = await begun(file.length)
  for (let at = 0; at < file.length; at += PIECE)
    expect((await piece(id, at, file.subarray(at, at + PIECE))).status).toBe(204)
  return id
}

const reasonOf = async (reply: Response) =>
  ((await reply.json()) as { error: { details: { reason?: string } } }).error.details.reason

const encode = (id: string, deps: Deps = service.deps, signal = new AbortController().signal) =>
  encodeUpload(deps, { data: { upload: id } as EncodeData, signal }, 'ultrafast')

const act = (name: string, fields: object) =>
  editor.call('POST', `/api/actions/${name.replace('.', '/')}`, { fields })

async function streamOfFilm(): Promise<string | undefined> {
  const [row] = await service.deps.db
    .select({ stream: videoFiles.stream })
    .from(videoFiles)
    .innerJoin(contents, eq(contents.id, videoFiles.contentId))
    .where(and(eq(contents.externalId, 'film'), eq(videoFiles.kind, 'primary')))
  return row?.stream
}

async function auditOf(id: string): Promise<string[]> {
  const rows = await service.deps.db.select().from(auditLog).orderBy(auditLog.id)
  return rows.filter(({ details }) => details.upload === id).map(({ action }) => action)
}

test('an upload that the protocol refuses does not keep others from uploading', async () => {
  const headers = { 'Tus-Resumable': '0.1.0' }
  expect((await begin(10, { headers })).status).toBe(400)
  expect((await begin(10)).status).toBe(201)
})

test.skipIf(!found)(
  'a video arrives in pieces, resumes after a lost one, is encoded and plays',
  async () => {
    const half = Math.floor(video.length / 2)
    const id = await begun(video.length)
    expect((await piece(id, 0, video.subarray(0, half))).status).toBe(204)
    // The browser was not told of the last piece: it sends an old place, and asks for the right one.
    expect((await piece(id, 0, video.subarray(0, half))).status).toBe(409)
    const asked = await send('HEAD', `/api/uploads/${id}`)
    expect(asked.headers.get('upload-offset')).toBe(String(half))
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
    expect((await piece(id, half, video.subarray(half))).status).toBe(204)
    expect(service.jobs.queued).toMatchObject([{ data: { upload: id }, singletonKey: id }])
    await encode(id)
    const row = await findUpload(service.deps.db, id)
    expect(row).toMatchObject({ state: 'done', share: 1, actor: editor.email, failure: null })
    expect(row?.report).toMatchObject({
      taken: [{ type: 'video' }, { type: 'audio' }],
      omitted: [],
    })
    expect(await streamOfFilm()).toBe(row?.stream)
    expect(await receivedBytes(service.deps, id)).toBeNull()
    expect(await auditOf(id)).toEqual(['video.upload', 'video.publish'])
  },
)

test('only editors and administrators upload, and only the member who began may continue', async () => {
  expect((await begin(1, { by: support })).status).toBe(403)
  const id = await begun(10)
  expect((await piece(id, 0, Buffer.from('12345'), { by: support })).status).toBe(403)
  const other = await openConsole(service).member('editor', 'second@example.com')
  expect((await piece(id, 0, Buffer.from('12345'), { by: other })).status).toBe(404)
  expect(await auditOf(id)).toEqual(['video.upload'])
})

test('a title without a video of its own, a large file and a full disk are refused with a word', async () => {
  const at = (settings: Partial<Deps['env']>) => createStaffApp(nodeWith(settings), false)
  expect(await reasonOf(await begin(1, { content: 'series' }))).toBe('no_title')
  expect((await begin(1, { kind: 'poster' })).status).toBe(422)
  const large = await begin(2 * 1024 ** 3, { at: at({ UPLOAD_MAX_GB: 1 }) })
  expect(await reasonOf(large)).toBe('too_large')
  expect(await reasonOf(await begin(1, { at: at(FULL) }))).toBe('disk_full')
  const without = at({ FFMPEG_PATH: '/nowhere/ffmpeg' })
  expect(await reasonOf(await begin(1, { at: without }))).toBe('no_ffmpeg')
  const { body } = await act('video.check', { content: 'series' })
  expect(body.data).toMatchObject({ refusal: 'no_title', replaces: null })
})

test('of two uploads for one title that begin at once, one is refused', async () => {
  const replies = await Promise.all([begin(10), begin(10), begin(10)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
  expect((await begin(10, { kind: 'trailer' })).status).toBe(201)
})

test('a disk that fills pauses the upload, which continues when there is space', async () => {
  const id = await begun(10)
  const at = createStaffApp(nodeWith(FULL), false)
  expect(await reasonOf(await piece(id, 0, Buffer.from('12345'), { at }))).toBe('disk_full')
  expect((await piece(id, 0, Buffer.from('1234567890'))).status).toBe(204)
  // It fills again before the encoding, which can be repeated.
  await encode(id, nodeWith(FULL))
  expect(await findUpload(service.deps.db, id)).toMatchObject({ failure: 'disk_full' })
  expect((await act('video.retry', { upload: id })).status).toBe(200)
})

test('another node without the file answers that it does not have it, and leaves it alone', async () => {
  const id = await uploaded(Buffer.from('1234567890'))
  const unfinished = await begin(10, { kind: 'trailer' })
  const trailer = unfinished.headers.get('location')?.split('/').at(-1) ?? ''
  const node = await service.again()
  try {
    const at = createStaffApp(node.deps, false)
    const reply = await piece(trailer, 0, Buffer.from('12345'), { at })
    expect(reply.status).toBe(503)
    expect(await reasonOf(reply)).toBe('other_node')
    await tidyUploads(node.deps)
    expect(node.jobs.queued).toEqual([])
    expect(await findUpload(node.deps.db, id)).toMatchObject({ state: 'waiting' })
  } finally {
    // Only its folder: the database is shared.
    service.jobs.queued.length = 0
  }
})

test('a node that was killed after the last byte, or during the encoding, queues the file again', async () => {
  const id = await begun(10)
  await writeFile(uploadPath(service.deps, id), '1234567890')
  await tidyUploads(service.deps)
  expect(await findUpload(service.deps.db, id)).toMatchObject({ state: 'waiting' })
  await service.deps.db.update(videoUploads).set({ state: 'encoding', attempts: 4 })
  service.jobs.queued.length = 0
  await tidyUploads(service.deps)
  expect(service.jobs.queued).toMatchObject([{ data: { upload: id } }])
  await service.deps.db.update(videoUploads).set({ attempts: 5 })
  await encode(id)
  expect(await findUpload(service.deps.db, id)).toMatchObject({ state: 'failed', failure: 'lost' })
})

test.skipIf(!found)(
  'a node that stops hands the encoding back, and the next one resumes it',
  async () => {
    const id = await uploaded(await aVideo(40))
    const stopping = new AbortController()
    const running = encode(id, service.deps, stopping.signal)
    await expect.poll(async () => (await findUpload(service.deps.db, id))?.attempts).toBe(1)
    stopping.abort()
    await expect(running).rejects.toThrow()
    expect(await findUpload(service.deps.db, id)).toMatchObject({ state: 'encoding' })
    await encode(id)
    expect(await findUpload(service.deps.db, id)).toMatchObject({ state: 'done', attempts: 2 })
  },
  60_000,
)

test.skipIf(!found)(
  'cancelling stops the encoding, and the title keeps its stream',
  async () => {
    const before = await streamOfFilm()
    const id = await uploaded(await aVideo(240))
    const running = encode(id)
    await expect.poll(async () => (await findUpload(service.deps.db, id))?.state).toBe('encoding')
    expect((await act('video.cancel', { upload: id })).status).toBe(200)
    await running
    expect(await findUpload(service.deps.db, id)).toMatchObject({ state: 'cancelled' })
    expect(await streamOfFilm()).toBe(before)
    expect(await receivedBytes(service.deps, id)).toBeNull()
    expect((await act('video.cancel', { upload: id })).status).toBe(422)
  },
  60_000,
)

test.skipIf(!found)(
  'a file that is not a video fails with a reason, can be encoded again for a week, and is then removed',
  async () => {
    const id = await uploaded(Buffer.from('this is no video'))
    await encode(id)
    const row = await findUpload(service.deps.db, id)
    expect(row).toMatchObject({ state: 'failed', failure: 'not_media' })
    expect(await auditOf(id)).toEqual(['video.upload', 'video.fail'])
    await tidyUploads(service.deps)
    expect((await act('video.retry', { upload: id })).status).toBe(200)
    await encode(id)
    service.clock.advance({ days: 8 })
    await tidyUploads(service.deps)
    expect(await receivedBytes(service.deps, id)).toBeNull()
    service.clock.advance({ days: -8 })
    const { status, body } = await act('video.retry', { upload: id })
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('Upload it again')
  },
)

test('an unfinished upload is listed with what has arrived, and removed when it is cancelled', async () => {
  const id = await begun(10)
  await piece(id, 0, Buffer.from('12345'))
  const listed = await act('video.list', { content: 'film' })
  expect(listed.body.data).toMatchObject([
    { id, state: 'uploading', bytes: 10, received_bytes: 5, filename: 'فیلم.mp4' },
  ])
  expect((await act('video.cancel', { upload: id })).status).toBe(200)
  expect(await receivedBytes(service.deps, id)).toBeNull()
  expect((await piece(id, 5, Buffer.from('67890'))).status).toBe(404)
  expect(await auditOf(id)).toEqual(['video.upload', 'video.cancel'])
})
