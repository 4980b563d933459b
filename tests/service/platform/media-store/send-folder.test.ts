import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openMediaStore } from '#src/service/platform/adapters/media-store/open-media-store.ts'
import { sendFolder } from '#src/service/platform/adapters/media-store/send-folder.ts'
import { S3_KEYS, type S3Server, startS3Server } from '#tests/support/s3-server.ts'

const FILES = [
  'master.m3u8',
  'stream.json',
  '480p/index.m3u8',
  '240p/index.m3u8',
  'captions/fa.vtt',
  ...Array.from({ length: 20 }, (_, at) => `480p/seg${at}.m4s`),
]
let folder: string
let s3: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-send-'))
  for (const name of FILES) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), `content of ${name}`)
  }
  s3 = await startS3Server()
})
beforeEach(() => s3.asked.splice(0))
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})

function store(part = {}) {
  const settings = { MEDIA_STORE: `s3://${s3.bucket}/x`, S3_ENDPOINT: s3.endpoint }
  const env = { ...settings, S3_REGION: 'us-east-1', DATA_DIR: folder, ...S3_KEYS, ...part }
  return openMediaStore(env, 'visitors')
}
const puts = () => s3.asked.flatMap(asked => /^PUT \/media\/x\/([^?]+)/.exec(asked)?.[1] ?? [])
/** Returns the position of each file among those sent, the first or the last of its kind. */
const orderOf = (pattern: RegExp, which: 'first' | 'last') =>
  which === 'first'
    ? puts().findIndex(path => pattern.test(path))
    : puts().findLastIndex(path => pattern.test(path))

describe('a folder that is sent', () => {
  test('is complete, its playlists come after the files that they name, and stream.json comes last', async () => {
    const shares: number[] = []
    const onProgress = (done: number, total: number) => shares.push(done / total)
    const sent = await sendFolder({ store: store(), folder, to: 'a', onProgress })
    expect(sent).toMatchObject({ files: FILES.length, sentFiles: FILES.length })
    expect(puts()).toHaveLength(FILES.length)
    expect(orderOf(/\.(m4s|vtt)/, 'last')).toBeLessThan(orderOf(/index\.m3u8/, 'first'))
    expect(orderOf(/index\.m3u8/, 'last')).toBeLessThan(orderOf(/master\.m3u8/, 'first'))
    expect(orderOf(/stream\.json/, 'first')).toBe(FILES.length - 1)
    expect(shares).toHaveLength(FILES.length)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
  })

  test('sends only missing or different files the second time', async () => {
    const to = { store: store(), folder, to: 'a' }
    await sendFolder(to)
    s3.asked.splice(0)
    expect(await sendFolder(to)).toMatchObject({ sentFiles: 0, sentBytes: 0 })
    expect(puts()).toEqual([])
    await to.store.put('a/480p/seg3.m4s', { bytes: Buffer.from('CONTENT of 480p/seg3.m4s') })
    await to.store.remove(['a/480p/seg4.m4s'])
    s3.asked.splice(0)
    expect(await sendFolder(to)).toMatchObject({ sentFiles: 2 })
    expect(puts().sort()).toEqual(['a/480p/seg3.m4s', 'a/480p/seg4.m4s'])
  })

  test('starts no stream if it is interrupted, and continues from there', async () => {
    const to = { store: store(), folder, to: 'b' }
    let left = 9
    s3.setFault((req, res) => {
      if (req.method !== 'PUT' || left-- > 0) return undefined
      res.socket?.resetAndDestroy()
      return 'handled'
    })
    await expect(sendFolder(to)).rejects.toThrow('cannot be reached')
    s3.setFault(null)
    expect(await to.store.find('b/stream.json')).toBeNull()
    expect(await to.store.find('b/master.m3u8')).toBeNull()
    const { sentFiles } = await sendFolder(to)
    expect(sentFiles).toBe(FILES.length - 9)
    expect(await to.store.find('b/stream.json')).not.toBeNull()
  })

  test('sends at most six files at once', async () => {
    let underWay = 0
    let most = 0
    const six = Promise.withResolvers<void>()
    const counting = {
      ...store(),
      list: async function* () {},
      put: async () => {
        most = Math.max(most, ++underWay)
        if (underWay === 6) six.resolve()
        await six.promise
        underWay -= 1
      },
    }
    await sendFolder({ store: counting, folder, to: 'c' })
    expect(most).toBe(6)
  })
})
