import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MediaStoreError } from '#src/service/platform/adapters/media-store/media-store.ts'
import { type S3Options, s3Store } from '#src/service/platform/adapters/media-store/s3-store.ts'
import { type Fault, type S3Server, startS3Server } from '#tests/support/s3-server.ts'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
})
afterEach(() => s3.setFault(null))
afterAll(() => s3.stop())

function bucket(part: Partial<S3Options> = {}) {
  return s3Store({
    address: `s3://${s3.bucket}`,
    endpoint: s3.endpoint,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    attempts: 4,
    timeoutMs: 60_000,
    ...part,
  })
}
const content = { bytes: Buffer.from('content') }

/** The first `times` requests meet the fault. */
function failFirst(times: number, fault: Fault) {
  let left = times
  s3.setFault((req, res) => (left-- > 0 ? fault(req, res) : undefined))
}

const slowDown: Fault = (req, res) => {
  req.resume()
  res.writeHead(503, { 'content-type': 'application/xml' })
  res.end('<Error><Code>SlowDown</Code><Message>Reduce your rate</Message></Error>')
  return 'handled'
}
const cut: Fault = (_, res) => {
  res.socket?.resetAndDestroy()
  return 'handled'
}
const hang: Fault = () => 'handled'

describe('temporary faults are retried', () => {
  test.each([
    ['a provider that asks to slow down', slowDown],
    ['a connection that breaks', cut],
  ])('%s', async (_, fault) => {
    const store = bucket()
    failFirst(2, fault)
    await store.put('again/a', content)
    failFirst(2, fault)
    expect((await store.find('again/a'))?.size).toBe(7)
    failFirst(2, fault)
    expect(await Array.fromAsync(store.list('again'))).toHaveLength(1)
  })

  test('a provider that does not answer in time', async () => {
    failFirst(1, hang)
    await bucket({ timeoutMs: 2_000, attempts: 30 }).put('again/slow', content)
    expect((await bucket().find('again/slow'))?.size).toBe(7)
  })
})

describe('permanent faults are described without the secret', () => {
  const failure = async (store: ReturnType<typeof bucket>) => {
    const error = await store.put('told/a', content).then(
      () => null,
      error => error,
    )
    expect(error).toBeInstanceOf(MediaStoreError)
    expect(error.message).not.toMatch(/wrong-secret|nobody/)
    return String(error.message)
  }

  test('the key', async () => {
    expect(await failure(bucket({ accessKeyId: 'nobody' }))).toBe(
      's3://media: the provider does not know AWS_ACCESS_KEY_ID (InvalidAccessKeyId, HTTP 403; attempts: 1)',
    )
    expect(await failure(bucket({ secretAccessKey: 'wrong-secret' }))).toContain(
      'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
    )
  })

  test('the bucket', async () => {
    expect(await failure(bucket({ address: 's3://other' }))).toContain('the bucket does not exist')
    await expect(bucket({ address: 's3://other' }).read('a')).rejects.toThrow(
      'the bucket does not exist',
    )
  })

  test('the provider, after all attempts', async () => {
    s3.setFault(slowDown)
    expect(await failure(bucket({ attempts: 2 }))).toMatch(
      /asks to slow down.*\(SlowDown, HTTP 503; attempts: 2\)/,
    )
    s3.setFault(cut)
    expect(await failure(bucket({ attempts: 2 }))).toMatch(/cannot be reached; check S3_ENDPOINT/)
    expect(await failure(bucket({ endpoint: 'http://127.0.0.1:1', attempts: 1 }))).toMatch(
      /cannot be reached; check S3_ENDPOINT \(ECONNREFUSED/,
    )
  })
})

test('a file that is cut off during the transfer is not stored', async () => {
  const store = bucket({ attempts: 1, partBytes: 5 * 1024 * 1024 })
  s3.setFault(req => {
    if (req.method === 'PUT') setTimeout(() => req.socket.resetAndDestroy(), 5)
    return req.method === 'PUT' ? 'handled' : undefined
  })
  const bytes = Buffer.alloc(3 * 1024 * 1024)
  await expect(store.put('cut/a.mp4', { bytes })).rejects.toThrow(MediaStoreError)
  s3.setFault(null)
  expect(await store.find('cut/a.mp4')).toBeNull()
})
