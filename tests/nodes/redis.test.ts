import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import pg from 'pg'
import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { createLimits, type Limits } from '#src/service/http/rate-limits.ts'
import { createLog } from '#src/service/log.ts'
import { closeRedis, connectRedis } from '#src/service/nodes/redis.ts'
import { makeCertificates } from './support/certificates.ts'
import { startCluster, startRedis, startSentinels } from './support/redis.ts'
import { startTcpProxy } from './support/tcp-proxy.ts'

const RULE = { points: 5, seconds: 600 }
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** Limits as a node makes them, on a Redis of its own connection; the volume limits never ask the database. */
async function node(url: string) {
  const lines: string[] = []
  const log = createLog('info', { write: line => void lines.push(line) })
  const registry = new Registry()
  const redis = connectRedis(url, { log, registry })
  cleanUps.push(() => closeRedis(redis))
  const isUp = async () => (await registry.metrics()).includes('pardeh_redis_up 1')
  await expect.poll(isUp, { timeout: 5_000 }).toBe(true)
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

test('a node connects again when a failover is announced while it connects', async () => {
  const sentinels = await startSentinels()
  cleanUps.push(sentinels.remove)
  const { redis, isUp } = await node(sentinels.url)
  // What ioredis' failover detector does when it hears of a failover.
  const announce = () => (Reflect.get(redis, 'connector') as { disconnect(): void }).disconnect()
  const ends: string[] = []
  redis.on('end', () => ends.push('end'))
  redis.once('connecting', announce)
  redis.disconnect(true)
  await expect.poll(() => ends).toEqual(['end'])
  await expect.poll(isUp, { timeout: 5_000 }).toBe(true)
  closeRedis(redis)
  await expect.poll(isUp).toBe(false)
  await new Promise(done => setTimeout(done, 500))
  expect(await isUp()).toBe(false)
})

test('a node finds the new primary after a failover and after a kill, by itself', async () => {
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
  await expect.poll(() => isShared('switched'), { timeout: 15_000 }).toBe(true)
  await sentinels.killPrimary()
  await expect.poll(() => isShared('killed'), { timeout: 15_000 }).toBe(true)
  expect(await isUp()).toBe(true)
})

test('without Redis each process counts its own limits, and says so once', async () => {
  const redis = await startRedis()
  cleanUps.push(redis.remove)
  const [one, other] = [await node(redis.url), await node(redis.url)]
  await redis.kill()
  await expect.poll(one.isUp).toBe(false)
  expect(await passed(one.limits, 'alone', 8)).toBe(5)
  expect(await passed(other.limits, 'alone', 8)).toBe(5)
  await new Promise(done => setTimeout(done, 1_500))
  expect(one.logs().match(/Redis is gone/g)).toHaveLength(1)
  await redis.start()
  await expect.poll(one.isUp, { timeout: 5_000 }).toBe(true)
  await expect.poll(other.isUp, { timeout: 5_000 }).toBe(true)
  expect(one.logs().match(/Redis is back/g)).toHaveLength(1)
  expect(await passed(one.limits, 'back', 3)).toBe(3)
  expect(await passed(other.limits, 'back', 8)).toBe(2)
})

test('a Redis that answers nothing delays no request by more than half a second', async () => {
  const redis = await startRedis()
  const proxy = await startTcpProxy(redis)
  cleanUps.push(redis.remove, proxy.close)
  const { limits, isUp } = await node(`redis://127.0.0.1:${proxy.port}`)
  proxy.blackHole()
  const times: number[] = []
  for (let n = 0; n < 40; n++) {
    const start = performance.now()
    await limits.volume(`hole-${n}`, '203.0.113.7', RULE)
    times.push(performance.now() - start)
  }
  expect(Math.max(...times)).toBeLessThan(500)
  // After a second the connection counts as gone, and nothing waits.
  expect(times.at(-1)).toBeLessThan(50)
  expect(await isUp()).toBe(false)
  proxy.restore()
  await expect.poll(isUp, { timeout: 10_000 }).toBe(true)
})
