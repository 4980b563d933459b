import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INDEX_KINDS } from '#src/service/catalogue/search/opensearch/documents.ts'
import { indexNames } from '#src/service/catalogue/search/opensearch/index-names.ts'
import { runChecks } from '#src/service/operations/doctor/check.ts'
import { serverChecks } from '#src/service/operations/doctor/servers.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { startOpenSearch } from '#tests/support/opensearch/server.ts'
import { S3_KEYS, type S3Server, startS3Server } from '#tests/support/s3-server.ts'
import { freePort } from '#tests/support/site.ts'

let DATA_DIR: string
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'pardeh-doctor-'))
})
afterAll(() => rm(DATA_DIR, { recursive: true }))

async function finding(name: string, settings: Record<string, string> = {}, ms?: number) {
  const found = await runChecks(serverChecks(readEnv({ DATA_DIR, ...settings })), ms)
  return found.find(each => each.name === name)
}

test('Redis is checked if it is not set, refuses connections or hangs', async () => {
  expect(await finding('Redis')).toMatchObject({ status: 'ok' })
  const REDIS_URL = `redis://127.0.0.1:${await freePort()}`
  expect(await finding('Redis', { REDIS_URL })).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('ECONNREFUSED'),
  })
  const silent = createServer(() => undefined)
  await new Promise<void>(done => silent.listen(0, '127.0.0.1', done))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  expect(await finding('Redis', { REDIS_URL: `redis://127.0.0.1:${port}` }, 1_000)).toMatchObject({
    status: 'fail',
  })
  silent.close()
})

test('a search engine is checked without indexes, with them, with another password, and if gone', async () => {
  const engine = await startOpenSearch({ user: 'pardeh', password: 'right' })
  const settings = { SEARCH_URL: engine.url }
  expect(await finding('search engine', settings)).toMatchObject({
    status: 'warn',
    found: expect.stringMatching(/^has no pardeh-titles-v\d+ and pardeh-artists-v\d+ yet$/),
  })
  for (const kind of INDEX_KINDS) {
    const put = (path: string, method: string, body: object) =>
      fetch(new URL(path, engine.url.replace('pardeh:right@', '')), {
        method,
        headers: {
          authorization: `Basic ${btoa('pardeh:right')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
    const names = indexNames('pardeh')
    const index = names.index(kind, 'abc')
    await put(`/${index}`, 'PUT', { settings: {}, mappings: { properties: {} } })
    await put('/_aliases', 'POST', { actions: [{ add: { index, alias: names.aliases[kind] } }] })
  }
  expect(await finding('search engine', settings)).toMatchObject({ status: 'ok' })
  const wrong = { SEARCH_URL: engine.url.replace('right', 'wrong') }
  expect(await finding('search engine', wrong)).toMatchObject({ status: 'fail' })
  await engine.stop()
  expect(await finding('search engine', settings)).toMatchObject({ status: 'fail' })
})

describe('the media store', () => {
  let s3: S3Server
  beforeAll(async () => {
    s3 = await startS3Server()
  })
  afterAll(() => s3.stop())

  test('in DATA_DIR is written, read and left unchanged', async () => {
    expect(await finding('media store')).toMatchObject({ status: 'ok' })
    expect(await readdir(join(DATA_DIR, 'media'))).toEqual([])
  })

  test('in a folder that is not writable fails', async () => {
    const blocked = join(DATA_DIR, 'blocked')
    await mkdir(blocked)
    await writeFile(join(blocked, 'media'), 'a file')
    expect(await finding('media store', { DATA_DIR: blocked })).toMatchObject({
      status: 'fail',
      advice: expect.stringContaining('DATA_DIR/media'),
    })
  })

  test('in a bucket is reported if it loses files or rejects the key', async () => {
    const settings = {
      ...S3_KEYS,
      MEDIA_STORE: `s3://${s3.bucket}/films`,
      S3_ENDPOINT: s3.endpoint,
    }
    expect(await finding('media store', settings)).toMatchObject({ status: 'ok' })
    s3.setFault((req, res) => {
      if (req.method !== 'GET') return undefined
      res.writeHead(200)
      res.end('other bytes than were written')
      return 'handled'
    })
    expect(await finding('media store', settings)).toMatchObject({
      status: 'fail',
      found: expect.stringContaining('other bytes than were written'),
    })
    s3.setFault((_, res) => {
      res.writeHead(403, { 'content-type': 'application/xml' })
      res.end('<Error><Code>AccessDenied</Code></Error>')
      return 'handled'
    })
    expect(await finding('media store', settings)).toMatchObject({
      status: 'fail',
      advice: expect.stringContaining('S3_ENDPOINT'),
    })
    s3.setFault(null)
  })
})

test('service nodes that cannot be reached are reported', async () => {
  const API_BASE_URL = `http://127.0.0.1:${await freePort()}`
  expect(await finding('service nodes', { API_BASE_URL })).toMatchObject({
    status: 'fail',
    found: 'none is ready',
  })
})
