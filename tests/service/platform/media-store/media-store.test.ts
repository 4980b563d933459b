/** The behaviour of every media store: one suite for a folder and for a bucket. */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderStore } from '#src/service/platform/adapters/media-store/folder-store.ts'
import { fileMd5 } from '#src/service/platform/adapters/media-store/md5.ts'
import type { Body, MediaStore } from '#src/service/platform/adapters/media-store/media-store.ts'
import { s3Store } from '#src/service/platform/adapters/media-store/s3-store.ts'
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts'

const PART_BYTES = 5 * 1024 * 1024
const BIG = Buffer.alloc(2 * PART_BYTES + 12_345, 'big file ')
let folder: string
let s3: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-store-'))
  await writeFile(join(folder, 'big'), BIG)
  s3 = await startS3Server()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})

const bucket = () =>
  s3Store({
    address: `s3://${s3.bucket}/films/of-pardeh`,
    endpoint: s3.endpoint,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    attempts: 3,
    timeoutMs: 60_000,
    partBytes: PART_BYTES,
  })
const stores: [string, () => MediaStore][] = [
  ['a folder', () => folderStore(join(folder, 'media'))],
  ['a bucket', bucket],
]

const bytes = (text: string) => ({ bytes: Buffer.from(text) })
async function textOf(body: Body | null) {
  return body && (await new Response(body).text())
}
async function keysBelow(store: MediaStore, key: string) {
  const files = await Array.fromAsync(store.list(key))
  return files.map(file => file.key).sort()
}

describe.each(stores)('%s', (_, open) => {
  let store: MediaStore
  beforeAll(() => {
    store = open()
  })

  test('returns what was stored, completely and in ranges', async () => {
    await store.put('titles/a/master.m3u8', bytes('#EXTM3U'))
    expect(await textOf(await store.read('titles/a/master.m3u8'))).toBe('#EXTM3U')
    const part = await store.read('titles/a/master.m3u8', { start: 1, end: 3 })
    expect(await textOf(part)).toBe('EXT')
    const found = await store.find('titles/a/master.m3u8')
    expect(found).toMatchObject({ key: 'titles/a/master.m3u8', size: 7 })
    expect(Math.abs(Date.now() - Number(found?.modified))).toBeLessThan(60_000)
  })

  test('replaces a file', async () => {
    await store.put('titles/again', bytes('first, and longer'))
    await store.put('titles/again', bytes('second'))
    expect(await textOf(await store.read('titles/again'))).toBe('second')
    expect((await store.find('titles/again'))?.size).toBe(6)
  })

  test('takes a file of many megabytes, and an empty one', async () => {
    await store.put('big/media.mp4', { file: join(folder, 'big') })
    expect((await store.find('big/media.mp4'))?.size).toBe(BIG.length)
    const middle = { start: PART_BYTES - 10, end: PART_BYTES + 9 }
    const body = await store.read('big/media.mp4', middle)
    const read = Buffer.from(await new Response(body).arrayBuffer())
    expect(read.equals(BIG.subarray(middle.start, middle.end + 1))).toBe(true)
    const whole = await new Response(await store.read('big/media.mp4')).arrayBuffer()
    expect(Buffer.from(whole).equals(BIG)).toBe(true)
    await store.put('big/empty', bytes(''))
    expect((await store.find('big/empty'))?.size).toBe(0)
  })

  test('returns nothing for a key that was not stored', async () => {
    for (const key of ['titles', 'titles/a', 'titles/b', 'titles/a/master.m3u8/x']) {
      expect(await store.find(key), key).toBeNull()
      expect(await store.read(key), key).toBeNull()
    }
    expect(await keysBelow(store, 'nowhere')).toEqual([])
  })

  test('lists the files below a folder, but not those of a folder whose name has it as prefix', async () => {
    for (const key of ['list/one/a', 'list/one/deep/b', 'list/one-more/c', 'list/two/d'])
      await store.put(key, bytes('x'))
    expect(await keysBelow(store, 'list/one')).toEqual(['list/one/a', 'list/one/deep/b'])
    expect(await keysBelow(store, 'list')).toHaveLength(4)
  })

  test('removes files, and ignores missing ones', async () => {
    const keys = ['gone/a/1', 'gone/a/2', 'gone/b/3']
    for (const key of keys) await store.put(key, bytes('x'))
    await store.remove(['gone/a/1', 'gone/a/2', 'gone/a/never'])
    await store.remove([])
    expect(await keysBelow(store, 'gone')).toEqual(['gone/b/3'])
    expect(await store.find('gone/a/1')).toBeNull()
  })

  test('accepts many files at once, and one file under one key', async () => {
    const texts = Array.from({ length: 16 }, (_, at) => `text ${at}`)
    await Promise.all(texts.map(text => store.put('race/one', bytes(text))))
    expect(texts).toContain(await textOf(await store.read('race/one')))
    await Promise.all(texts.map((text, at) => store.put(`race/${at}`, bytes(text))))
    expect(await keysBelow(store, 'race')).toHaveLength(17)
  })
})

describe('a folder', () => {
  test('returns nothing from outside of it', async () => {
    const store = folderStore(join(folder, 'media'))
    await store.put('inside/a.mp4', bytes('inside'))
    await symlink(join(folder, 'big'), join(folder, 'media/inside/link.mp4'))
    for (const key of ['inside/link.mp4', '../big', 'inside/../../big', '.hidden', 'inside//a.mp4'])
      expect(await store.find(key), key).toBeNull()
    await expect(store.put('../outside', bytes('x'))).rejects.toThrow(
      'characters that are not allowed',
    )
  })

  test('reports if it is not writable', async () => {
    const store = folderStore(join(folder, 'big'))
    await expect(store.put('a/b', bytes('x'))).rejects.toThrow(
      'The folder of the media cannot be used (ENOTDIR)',
    )
  })
})

describe('a bucket', () => {
  test('knows the hash of its files, also of those sent in parts', async () => {
    const store = bucket()
    const md5 = await fileMd5(join(folder, 'big'))
    expect((await store.find('big/media.mp4'))?.md5).toBe(md5)
    await store.put('hash/small.mp4', bytes('small'))
    const [listed] = await Array.fromAsync(store.list('hash'))
    expect(listed?.md5).toBe((await store.find('hash/small.mp4'))?.md5)
    expect(listed?.md5).toMatch(/^[0-9a-f]{32}$/)
  })

  test('stores the type and the cache time of a file for those who serve it', async () => {
    const store = bucket()
    for (const [key, type, cache] of [
      ['types/a.m3u8', 'application/vnd.apple.mpegurl', 'private, no-cache'],
      ['types/a.m4s', 'video/iso.segment', 'private, max-age=31536000, immutable'],
      ['pictures/poster/a-150.avif', 'image/avif', 'public, max-age=31536000, immutable'],
    ] as const) {
      await store.put(key, bytes('x'))
      const reply = await fetch(`${s3.endpoint}/${s3.bucket}/films/of-pardeh/${key}`)
      expect(reply.headers.get('content-type'), key).toBe(type)
      expect(reply.headers.get('cache-control'), key).toBe(cache)
    }
  })
})
