import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderStore } from '#src/service/platform/adapters/media-store/folder-store.ts'
import { openMediaStore } from '#src/service/platform/adapters/media-store/open-media-store.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { unusedMedia } from '#src/service/watching/ingest/unused-media.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { anOperator } from '#tests/support/operator.ts'
import { S3_KEYS, type S3Server, startS3Server } from '#tests/support/s3-server.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const USED = ['titles/a/primary-2/master.m3u8', 'pictures/poster/used-150.avif']
const UNUSED = [
  'titles/a/primary-1/master.m3u8',
  'titles/a/primary-1/480p/seg1.m4s',
  'titles/gone/primary-1/stream.json',
  'pictures/poster/old-150.avif',
  'pictures/poster/old-300.webp',
]
const NOT_OURS = ['films/rain/master.m3u8']
const OLD = new Date(Date.now() - 25 * 3_600_000)

let service: TestService
let s3: S3Server
beforeAll(async () => {
  service = await startTestService()
  s3 = await startS3Server()
  const media = { stream: 'titles/a/primary-2' }
  await importRecords(service, [aFilm({ external_id: 'film', media })])
  await service.deps.db
    .update(contents)
    .set({ posterPath: 'poster/used' })
    .where(eq(contents.externalId, 'film'))
}, 180_000)
afterAll(async () => {
  await service.stop()
  await s3.stop()
})

const mediaFolder = () => join(service.deps.env.DATA_DIR, 'media')
async function fill(keys: string[], at = OLD) {
  const store = folderStore(mediaFolder())
  for (const key of keys) {
    await store.put(key, { bytes: Buffer.from(key) })
    await utimes(join(mediaFolder(), key), at, at)
  }
  return store
}

async function run(words: string[], env: Record<string, string> = {}): Promise<string> {
  const { DATA_DIR } = service.deps.env
  const operator = anOperator({ DATA_DIR, DATABASE_URL: service.databaseUrl, ...env })
  const { code, stdout, stderr } = await operator.run('media', ...words)
  if (code !== 0) throw new Error(stderr)
  return stdout
}

describe('./pardeh media clean', () => {
  test('removes exactly the streams and pictures that are not referenced', async () => {
    const store = await fill([...USED, ...UNUSED, ...NOT_OURS])
    const found = await unusedMedia({ db: service.deps.db, store, now: new Date() })
    expect(found.map(({ key }) => key).sort()).toEqual(UNUSED.toSorted())
    expect(await run(['clean'])).toMatch(/5 files, .* removed/)
    for (const key of UNUSED) expect(await store.find(key), key).toBeNull()
    for (const key of [...USED, ...NOT_OURS]) expect(await store.find(key), key).not.toBeNull()
  })

  test('keeps what was stored within a day, because an ingest may not reference it yet', async () => {
    const store = await fill(['titles/new/primary-1/480p/seg0.m4s'])
    await fill(['titles/new/primary-1/480p/seg1.m4s'], new Date())
    const unused = await unusedMedia({ db: service.deps.db, store, now: new Date() })
    expect(unused).toEqual([])
    const tomorrow = new Date(Date.now() + 25 * 3_600_000)
    expect(await unusedMedia({ db: service.deps.db, store, now: tomorrow })).toHaveLength(2)
  })
})

describe('./pardeh media copy', () => {
  test('copies the folder to the bucket', async () => {
    await fill([...USED, ...NOT_OURS])
    const MEDIA_STORE = `s3://${s3.bucket}/copy`
    const env = { MEDIA_STORE, S3_ENDPOINT: s3.endpoint, ...S3_KEYS }
    expect(await run(['copy', '--dry-run'], env)).toContain('nothing was changed')
    const before = openMediaStore(readEnv({ DATA_DIR: mediaFolder(), ...env }), 'visitors')
    for (const key of USED) expect(await before.find(key), key).toBeNull()
    expect(await run(['copy'], env)).toContain(`All files are in ${MEDIA_STORE}`)
    const store = openMediaStore(readEnv({ DATA_DIR: mediaFolder(), ...env }), 'visitors')
    for (const key of [...USED, ...NOT_OURS]) expect(await store.find(key), key).not.toBeNull()
  })

  test('lists the settings that it needs', async () => {
    await expect(run(['copy'])).rejects.toThrow('MEDIA_STORE is not set')
  })
})
