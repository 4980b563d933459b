/** Ingest and import write to a bucket, and the site serves from there without a media server. */
import { cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getContent } from '#src/contract/endpoints/content.ts'
import { getPlayback } from '#src/contract/endpoints/player.ts'
import { PICTURES } from '#src/contract/limits.ts'
import { createPictures } from '#src/service/catalogue/import/pictures.ts'
import { openMediaStore } from '#src/service/platform/adapters/media-store/open-media-store.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { openFfmpeg } from '#src/service/watching/ingest/ffmpeg.ts'
import { type Ingest, ingestedStreamKey, ingestVideo } from '#src/service/watching/ingest/ingest.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aSubscriber, type Person } from '#tests/support/people.ts'
import { S3_KEYS, type S3Server, startS3Server } from '#tests/support/s3-server.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const VIDEO = resolve(import.meta.dirname, '../../../cases/media/m02.mkv')
const ENCODED = resolve(import.meta.dirname, '../../../../demo/streams/landscape')
const MEDIA = '480p/media.mp4'
const [WIDTH = 0] = PICTURES.poster.webp
let folder: string
let s3: S3Server
let service: TestService
let viewer: Person
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-to-s3-'))
  s3 = await startS3Server()
  const MEDIA_STORE = `s3://${s3.bucket}/pardeh`
  service = await startTestService({ env: { MEDIA_STORE, S3_ENDPOINT: s3.endpoint, ...S3_KEYS } })
  await cp(VIDEO, join(folder, 'film.mp4'))
  await sharp({ create: { width: 600, height: 900, channels: 3, background: '#c01020' } })
    .jpeg()
    .toFile(join(folder, 'red.jpg'))
  const pictures = createPictures({ from: folder, to: commandStore(), demo: folder })
  const film = aFilm({ external_id: 'film', poster: 'red.jpg', media: { stream: 'demo/trailer' } })
  const { problems } = await importRecords(service, [film], { pictures })
  expect(problems).toEqual([])
  viewer = await aSubscriber(service)
}, 180_000)
afterAll(async () => {
  await service.stop()
  await s3.stop()
  await rm(folder, { recursive: true })
})

const commandStore = () => openMediaStore(service.deps.env, 'command')
function aJob(part: Partial<Ingest> = {}): Ingest {
  return {
    db: service.deps.db,
    store: commandStore(),
    workDir: join(folder, 'work'),
    ffmpeg: openFfmpeg('/nowhere/ffmpeg'),
    video: join(folder, 'film.mp4'),
    content: 'film',
    kind: 'primary',
    preset: 'ultrafast',
    invalidate: service.deps.invalidate,
    onProgress: () => {},
    ...part,
  }
}

async function content() {
  const [row] = await service.deps.db.select().from(contents)
  return service.api(getContent, { params: { short_id: row?.shortId ?? '' } })
}
async function manifestUrl() {
  const { id, video_files } = await content()
  const fileId = video_files.primary?.video_file_id ?? ''
  const params = { id: id, fileId: fileId, use: 'play' as const }
  return (await viewer.api(getPlayback, { params })).manifest_url
}
const fetchAs = (path: string, headers = {}) =>
  service.fetch(path, { headers }, { accessToken: viewer.accessToken })

describe('a video that was encoded, but not stored completely', () => {
  test('leaves the title unchanged, and is stored by the next run without encoding it again', async () => {
    const job = aJob()
    const [row] = await service.deps.db.select().from(contents)
    const stream = await ingestedStreamKey(row?.shortId ?? '', job)
    const encoded = join(job.workDir, stream.replaceAll('/', '-'))
    await mkdir(job.workDir, { recursive: true })
    await cp(ENCODED, encoded, { recursive: true })
    let left = 5
    s3.setFault((req, res) => {
      if (req.method !== 'PUT' || left-- > 0) return undefined
      req.resume()
      res.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
      return 'handled'
    })
    await expect(ingestVideo(job)).rejects.toThrow('AWS_ACCESS_KEY_ID lacks a permission')
    s3.setFault(null)
    expect(await manifestUrl()).toContain('/demo/trailer/')
    expect((await stat(encoded)).isDirectory()).toBe(true)

    const shares: number[] = []
    const done = await ingestVideo(aJob({ onProgress: share => shares.push(share) }))
    expect(done).toMatchObject({ stream, wasThere: false })
    expect(shares.at(-1)).toBe(1)
    expect(await manifestUrl()).toContain(stream)
    await expect(stat(encoded)).rejects.toThrow('ENOENT')
    expect(await ingestVideo(aJob())).toMatchObject({ stream, wasThere: true })
  })
})

describe('the site without a media server', () => {
  test('plays from the bucket, in ranges', async () => {
    const manifest = await manifestUrl()
    const reply = await fetchAs(manifest)
    expect([reply.status, await reply.text()]).toEqual([
      200,
      await readFile(join(ENCODED, 'master.m3u8'), 'utf8'),
    ])
    const part = await fetchAs(manifest.replace('master.m3u8', MEDIA), { range: 'bytes=810-1809' })
    const file = await readFile(join(ENCODED, MEDIA))
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 810-1809/${file.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(810, 1810))).toBe(true)
    const none = await fetchAs(manifest.replace('master.m3u8', 'none.mp4'))
    expect(none.status).toBe(404)
  })

  test('shows the pictures of an import, and nothing else from the bucket', async () => {
    const { poster_image: poster } = await content()
    expect(poster?.path).toMatch(/^\/media\/pictures\/poster\//)
    const reply = await service.fetch(`${poster?.path}-${WIDTH}.webp`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await sharp(await reply.arrayBuffer()).metadata()).width).toBe(WIDTH)
    const head = await service.fetch(`${poster?.path}-${WIDTH}.webp`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([
      200,
      reply.headers.get('content-length'),
    ])
    for (const path of ['poster/none-150.webp', '../titles/x.webp', 'poster', 'poster/a.json'])
      expect((await service.fetch(`/media/pictures/${path}`)).status, path).toBe(404)
  })

  test('answers 503 while the provider fails, logs and counts it, and plays again afterwards', async () => {
    const again = await service.again()
    const { poster_image: poster } = await content()
    const ask = () => again.fetch(`${poster?.path}-${WIDTH}.webp`)
    s3.setFault((req, res) => {
      req.resume()
      res.writeHead(500).end()
      return 'handled'
    })
    const reply = await ask()
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await again.deps.metrics.text()).toMatch(
      /pardeh_media_store_failures_total\{call="find"\} [1-9]/,
    )
    s3.setFault(null)
    expect((await ask()).status).toBe(200)
  })
})
