/** nginx in front of an S3 bucket that `./pardeh media copy` filled. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedPath } from '#src/service/platform/adapters/media/media-link.ts'
import { programOf } from '#tests/support/operator.ts'
import { S3_KEYS, type S3Server, startS3Server } from '#tests/support/s3-server.ts'
import { MEDIA_SECRET, startMediaServer } from './support/media-server.ts'
import type { Nginx } from './support/nginx.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const STREAM = 'demo/landscape'
let folder: string
let s3: S3Server
let nginx: Nginx
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-bucket-'))
  s3 = await startS3Server()
  const MEDIA_STORE = `s3://${s3.bucket}/pardeh`
  const env = { PATH: process.env.PATH, DATA_DIR: folder, MEDIA_STORE, ...S3_KEYS }
  const program = programOf('media')
  await promisify(execFile)(process.execPath, [...program, 'copy', '--demo'], {
    env: { ...env, S3_ENDPOINT: s3.endpoint },
  })
  nginx = await startMediaServer({
    site: 'https://pardeh.test',
    files: `${s3.endpoint}/${s3.bucket}/pardeh`,
    isDemoInFiles: true,
  })
})
afterAll(async () => {
  await nginx?.stop()
  await s3?.stop()
  await rm(folder, { recursive: true, force: true })
})

function link(file: string, life = 300) {
  const expiry = Math.floor(Date.now() / 1_000) + life
  return `${nginx.url}${signedPath(MEDIA_SECRET, STREAM, expiry)}/${file}`
}

describe('a bucket behind the media server', () => {
  it('gives a stream for a valid link, with the type and cache time of nginx', async () => {
    const manifest = await fetch(link('master.m3u8'))
    expect([manifest.status, manifest.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.apple.mpegurl',
    ])
    expect(manifest.headers.get('cache-control')).toBe('private, no-cache')
    const media = await readFile(join(ROOT, 'demo/streams/landscape/480p/media.mp4'))
    const part = await fetch(new URL('480p/media.mp4', manifest.url), {
      headers: { range: 'bytes=1000-1999' },
    })
    expect([part.status, part.headers.get('cache-control')]).toEqual([
      206,
      'private, max-age=31536000, immutable',
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(media.subarray(1_000, 2_000))).toBe(true)
  })

  it('is not asked for a link that has expired or was changed', async () => {
    s3.asked.splice(0)
    expect((await fetch(link('master.m3u8', -1))).status).toBe(410)
    expect((await fetch(link('master.m3u8').replace('landscape', 'trailer'))).status).toBe(403)
    expect(s3.asked).toEqual([])
    expect((await fetch(link('none.mp4'))).status).toBe(404)
  })

  it('gives pictures without a link', async () => {
    const reply = await fetch(`${nginx.url}/media/${await aPicture()}`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/avif'])
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })
})

/** Returns a picture of the demo. */
async function aPicture(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(ROOT, 'demo/pictures/manifest.json'), 'utf8'))
  const name = Object.keys(manifest).find(key => key.startsWith('poster/')) ?? ''
  return `pictures/${manifest[name].path ?? name}-150.avif`
}
