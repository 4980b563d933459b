import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '#src/service/platform/log.ts'
import { createChangeFeed } from '#src/service/platform/nodes/change-feed.ts'
import { createChangeReceiver } from '#src/service/platform/nodes/change-receiver.ts'
import { connectRedis } from '#src/service/platform/nodes/redis.ts'
import { publishChanges, subscribeToChanges } from '#src/service/platform/nodes/redis-changes.ts'
import { startCluster, startRedis, startSentinels } from './support/redis.ts'
import { startTcpProxy } from './support/tcp-proxy.ts'

const log = createLog('silent')
const MISSED = 'missed'
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** Connects a service node, which publishes each heartbeat to `from`, and a page node, which subscribes at `to`. */
async function connect(from: string, to = from) {
  const feed = createChangeFeed()
  const publisher = connectRedis(from, { log })
  publishChanges(feed, publisher)
  const heart = setInterval(feed.beat, 1_000)
  const heard: string[] = []
  let isConnected = false
  const receiver = createChangeReceiver({
    onTags: tags => heard.push(...tags),
    onMissed: () => heard.push(MISSED),
    onConnection: next => {
      isConnected = next
    },
    log,
    registry: new Registry(),
  })
  const unsubscribe = subscribeToChanges(connectRedis(to, { log }), receiver.accept)
  cleanUps.push(() => {
    clearInterval(heart)
    receiver.stop()
    publisher.disconnect()
    unsubscribe()
  })
  await expect.poll(() => isConnected, { timeout: 30_000 }).toBe(true)
  let count = 0
  const expectHeard = async () => {
    const tag = `content:${count++}`
    const before = heard.length
    feed.publish([tag])
    // All pages are rendered again if changes were missed.
    const isHeard = () => heard.slice(before).some(each => each === tag || each === MISSED)
    await expect.poll(isHeard, { timeout: 60_000, interval: 20 }).toBe(true)
  }
  return { expectHeard, isConnected: () => isConnected, heard }
}

test.each(['a server', 'a cluster'])('changes arrive over %s', async kind => {
  const redis = kind === 'a server' ? await startRedis() : await startCluster()
  cleanUps.push(redis.remove)
  const { expectHeard, heard } = await connect(redis.url)
  for (let n = 0; n < 5; n++) await expectHeard()
  expect(heard.filter(tag => tag === MISSED)).toHaveLength(1)
})

test('changes arrive again after a failover and a kill, and those in between are not lost', async () => {
  const sentinels = await startSentinels()
  cleanUps.push(sentinels.remove)
  const { expectHeard } = await connect(sentinels.url)
  await expectHeard()
  await sentinels.failover()
  await expectHeard()
  await sentinels.killPrimary()
  await expectHeard()
})

test('a Redis that does not answer cuts a node off, and the node is informed of the changes that it missed', async () => {
  const redis = await startRedis()
  const proxy = await startTcpProxy(redis)
  cleanUps.push(redis.remove, proxy.close)
  const node = await connect(redis.url, `redis://127.0.0.1:${proxy.port}`)
  await node.expectHeard()
  proxy.blackHole()
  const missed = node.expectHeard()
  await expect.poll(node.isConnected, { timeout: 30_000 }).toBe(false)
  proxy.restore()
  await missed
  await expect.poll(node.isConnected, { timeout: 30_000 }).toBe(true)
})
