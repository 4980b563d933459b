/** Links that nginx checks without asking the site, with the configuration of ops/nginx/media.nginx.conf. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedPath } from '#src/service/platform/adapters/media/media-link.ts'
import { MEDIA_TYPES } from '#src/service/platform/adapters/media/media-types.ts'
import { MEDIA_SECRET, startMediaServer } from './support/media-server.ts'
import type { Nginx } from './support/nginx.ts'

const SITE = 'https://pardeh.test'
const SEGMENT = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251))
let folder: string
let nginx: Nginx
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-media-'))
  await store('titles/rain/primary-1/master.m3u8', '#EXTM3U\n480p/index.m3u8\n')
  await store('titles/rain/primary-1/stream.json', '{}')
  await store('titles/rain/primary-1/480p/seg00001.m4s', SEGMENT)
  await store('titles/rain/primary-12/master.m3u8', '#EXTM3U\n')
  await store('pictures/poster/abc-150.avif', 'a picture')
  await store('pictures/poster/notes.txt', 'no picture')
  for (const extension of Object.keys(MEDIA_TYPES)) await store(`films/every/a.${extension}`, 'x')
  nginx = await startMediaServer({ site: SITE, files: folder })
})
afterAll(async () => {
  await nginx.stop()
  await rm(folder, { recursive: true })
})

async function store(key: string, content: string | Buffer) {
  await mkdir(dirname(join(folder, key)), { recursive: true })
  await writeFile(join(folder, key), content)
}

const RAIN = 'titles/rain/primary-1'
const now = () => Math.floor(Date.now() / 1_000)
function link(file: string, { stream = RAIN, life = 300, secret = MEDIA_SECRET } = {}) {
  return `${nginx.url}${signedPath(secret, stream, now() + life)}/${file}`
}
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status

describe('a link to a stream', () => {
  it('opens the manifest and the files below it, by relative URLs', async () => {
    const manifest = await fetch(link('master.m3u8'))
    expect(manifest.status).toBe(200)
    expect(manifest.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    expect(manifest.headers.get('cache-control')).toBe('private, no-cache')
    const segment = await fetch(new URL('480p/seg00001.m4s', manifest.url))
    expect(Buffer.from(await segment.arrayBuffer())).toEqual(SEGMENT)
    expect(segment.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  })

  it('serves every kind of file that the site serves, with the same type', async () => {
    for (const [extension, type] of Object.entries(MEDIA_TYPES)) {
      const reply = await fetch(link(`a.${extension}`, { stream: 'films/every' }))
      expect([reply.status, reply.headers.get('content-type')], extension).toEqual([
        200,
        type.replace('; charset=utf-8', ''),
      ])
    }
  })

  it('is refused if any byte is forged', async () => {
    const path = link('master.m3u8').slice(nginx.url.length)
    let rejected = 0
    for (let at = '/media/s/'.length; at < path.length; at++) {
      for (const bit of [1, 2, 16]) {
        const code = path.charCodeAt(at) ^ bit
        if (!/[\w./-]/.test(String.fromCharCode(code))) continue
        const forged = path.slice(0, at) + String.fromCharCode(code) + path.slice(at + 1)
        expect([403, 404, 410], forged).toContain(await statusOf(nginx.url + forged))
        rejected += 1
      }
    }
    // The signature determines how many of the forged letters are allowed in a link: about two for each letter.
    expect(rejected).toBeGreaterThan(path.length - '/media/s/'.length)
  })

  it('is refused with 410 after it has expired, and refused if another secret signed it', async () => {
    expect(await statusOf(link('master.m3u8', { life: 5 }))).toBe(200)
    expect(await statusOf(link('master.m3u8', { life: -1 }))).toBe(410)
    expect(await statusOf(link('480p/seg00001.m4s', { life: -1 }))).toBe(410)
    expect(await statusOf(link('master.m3u8', { secret: 'another' }))).toBe(403)
  })

  it('opens no other stream, and no file outside its own', async () => {
    const base = link('').slice(0, -'/-/'.length)
    const ways = [
      `${base}2/-/master.m3u8`,
      `${base}/-/../../primary-12/-/master.m3u8`,
      `${base}/-/..%2f..%2fprimary-12%2fmaster.m3u8`,
      `${base}/-/../../../../films/every/a.mp4`,
      `${base}/480p/-/seg00001.m4s`,
      `${base}/-/stream.json`,
      `${base}/-/480p/`,
      `${base}/-/`,
      `${base}/master.m3u8`,
      `${base.replace('primary-1', '')}/-/primary-1/master.m3u8`,
    ]
    for (const way of ways) expect([400, 403, 404], way).toContain(await statusOf(way))
    for (const path of [`/media/stored/${RAIN}/master.m3u8`, `/media/${RAIN}/master.m3u8`, '/'])
      expect(await statusOf(nginx.url + path), path).toBe(404)
  })

  it('supports range requests', async () => {
    const reply = await fetch(link('480p/seg00001.m4s'), { headers: { range: 'bytes=100-299' } })
    expect([reply.status, reply.headers.get('content-range')]).toEqual([206, 'bytes 100-299/5000'])
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(SEGMENT.subarray(100, 300))
    const beyond = await fetch(link('480p/seg00001.m4s'), { headers: { range: 'bytes=9999-' } })
    expect(beyond.status).toBe(416)
  })

  it('can be read by scripts of the site, including refusals', async () => {
    for (const url of [link('master.m3u8'), link('master.m3u8', { life: -1 }), link('none.mp4')]) {
      const { headers } = await fetch(url)
      expect(headers.get('access-control-allow-origin')).toBe(SITE)
    }
    const asked = await fetch(link('master.m3u8'), { method: 'OPTIONS' })
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('Range'),
    ])
    expect(asked.headers.get('access-control-allow-origin')).toBe(SITE)
    expect(await statusOf(link('master.m3u8'), { method: 'POST' })).toBe(405)
  })

  it('is not cached if it is refused or its file does not exist', async () => {
    for (const url of [link('master.m3u8', { life: -1 }), link('none.mp4')])
      expect((await fetch(url)).headers.get('cache-control')).toBeNull()
  })
})

describe('a picture', () => {
  it('needs no signature, and never changes', async () => {
    const reply = await fetch(`${nginx.url}/media/pictures/poster/abc-150.avif`)
    expect([reply.status, await reply.text()]).toEqual([200, 'a picture'])
    expect(reply.headers.get('content-type')).toBe('image/avif')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it('is the only public file', async () => {
    for (const path of ['poster/notes.txt', 'poster/', 'poster/abc.avif', `../${RAIN}/x.jpg`])
      expect(await statusOf(`${nginx.url}/media/pictures/${path}`), path).toBe(404)
  })
})

it('the shipped file names only settings that it explains', async () => {
  const text = await readFile(
    resolve(import.meta.dirname, '../../ops/nginx/media.nginx.conf'),
    'utf8',
  )
  const [explanation = '', directives = ''] = text.split('\ntypes {')
  for (const name of ['$media_secret', '$media_site', '/media/stored/'])
    expect([explanation.includes(name), directives.includes(name)], name).toEqual([true, true])
})
