import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import pg from 'pg'
import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { createLimits, type Limits } from '#src/service/platform/http/rate-limits.ts'
import { createLog } from '#src/service/platform/log.ts'
import { closeRedis, connectRedis } from '#src/service/platform/nodes/redis.ts'
import { makeCertificates } from './support/certificates.ts'
import { startCluster, startRedis, startSentinels } from './support/redis.ts'
import { startTcpProxy } from './support/tcp-proxy.ts'

const RULE = { points: 5, seconds: 600 }
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** Creates limits as a node does, with its own connection to Redis. The volume limits never query the database. */
async function node(url: string) {
  const lines: string[] = []
  const log = createLog('info', { write: line => void lines.push(line) })
  const registry = new Registry()
  const redis = connectRedis(url, { log, registry })
  cleanUps.push(() => closeRedis(redis))
  const isUp = async () => /^pardeh_redis_up 1$/m.test(await registry.metrics())
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
  return { redis, limits: createLimits(new pg.Pool(), redis), isUp, logs: () => lines.join('') }
}

async function passed(limits: Limits, name: string, count: number): Promise<number> {
  const each = await Promise.allSettled(
    Array.from({ length: count }, () => limits.volume(name, '203.0.113.7', RULE)),
  )
  return each.filter(({ status }) => status === 'fulfilled').length
}

async function expectShared(url: string) {
  const [one, other] = [await node(url), await node(url)]
  expect(await passed(one.limits, 'shared', 3)).toBe(3)
  expect(await passed(other.limits, 'shared', 10)).toBe(2)
}

test('two nodes share a limit over TLS, with a password', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-redis-tls-'))
  const before = tls.getCACertificates('default')
  cleanUps.push(
    () => rm(folder, { recursive: true }),
    () => tls.setDefaultCACertificates(before),
  )
  const certificates = await makeCertificates(folder)
  const redis = await startRedis({ tls: certificates, password: 'pass:word' })
  cleanUps.push(redis.remove)
  tls.setDefaultCACertificates([...before, await readFile(certificates.ca, 'utf8')])
  expect(redis.url).toMatch(/^rediss:/)
  await expectShared(redis.url)
})

test('two nodes share a limit in a cluster', async () => {
  const cluster = await startCluster()
  cleanUps.push(cluster.remove)
  await expectShared(cluster.url)
})

test('a node connects again if a failover is announced while it connects', async () => {
  const sentinels = await startSentinels()
  cleanUps.push(sentinels.remove)
  const { redis, isUp } = await node(sentinels.url)
  // Does what ioredis' failover detector does when a failover is announced.
  const announce = () => (Reflect.get(redis, 'connector') as { disconnect(): void }).disconnect()
  const ends: string[] = []
  redis.on('end', () => ends.push('end'))
  redis.once('connecting', announce)
  redis.disconnect(true)
  await expect.poll(() => ends).toEqual(['end'])
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
  closeRedis(redis)
  await expect.poll(isUp).toBe(false)
  await new Promise(done => setTimeout(done, 500))
  expect(await isUp()).toBe(false)
})

test('a node finds the new primary automatically after a failover and after a kill', async () => {
  const sentinels = await startSentinels()
  cleanUps.push(sentinels.remove)
  await expectShared(sentinels.url)
  const { limits, isUp } = await node(sentinels.url)
  const isShared = async (name: string) => {
    const server = await sentinels.primary()
    await limits.volume(name, '203.0.113.7', RULE)
    return (await server.cli('keys', `${name}:*`)) !== ''
  }
  await sentinels.failover()
  await expect.poll(() => isShared('switched'), { timeout: 30_000 }).toBe(true)
  await sentinels.killPrimary()
  await expect.poll(() => isShared('killed'), { timeout: 30_000 }).toBe(true)
  expect(await isUp()).toBe(true)
})

test('without Redis each process counts its own limits, and logs this once', async () => {
  const redis = await startRedis()
  cleanUps.push(redis.remove)
  const [one, other] = [await node(redis.url), await node(redis.url)]
  await redis.kill()
  await expect.poll(one.isUp).toBe(false)
  expect(await passed(one.limits, 'alone', 8)).toBe(5)
  expect(await passed(other.limits, 'alone', 8)).toBe(5)
  await new Promise(done => setTimeout(done, 1_500))
  expect(one.logs().match(/Redis is unavailable/g)).toHaveLength(1)
  await redis.start()
  await expect.poll(one.isUp, { timeout: 30_000 }).toBe(true)
  await expect.poll(other.isUp, { timeout: 30_000 }).toBe(true)
  expect(one.logs().match(/Redis is available again/g)).toHaveLength(1)
  expect(await passed(one.limits, 'back', 3)).toBe(3)
  expect(await passed(other.limits, 'back', 8)).toBe(2)
})

test('a Redis that does not answer delays no request', async () => {
  const redis = await startRedis()
  const proxy = await startTcpProxy(redis)
  cleanUps.push(redis.remove, proxy.close)
  const { limits, isUp } = await node(`redis://127.0.0.1:${proxy.port}`)
  proxy.blackHole()
  // The connection counts as lost after a second without answers.
  await expect
    .poll(
      async () => {
        await limits.volume('hole', '203.0.113.7', RULE)
        return isUp()
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(false)
  expect(await passed(limits, 'gone', 8)).toBe(5)
  proxy.restore()
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true)
})
