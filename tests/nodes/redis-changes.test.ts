import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '#src/service/log.ts'
import { createChangeFeed } from '#src/service/nodes/change-feed.ts'
import { createChangeReceiver } from '#src/service/nodes/change-receiver.ts'
import { connectRedis } from '#src/service/nodes/redis.ts'
import { publishChanges, subscribeToChanges } from '#src/service/nodes/redis-changes.ts'
import { startCluster, startRedis, startSentinels } from './support/redis.ts'
import { startTcpProxy } from './support/tcp-proxy.ts'

const log = createLog('silent')
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** A service node that publishes to `from` each heartbeat, and a page node that subscribes at `to`. */
async function connect(from: string, to = from) {
  const feed = createChangeFeed()
  const publisher = connectRedis(from, { log })
  publishChanges(feed, publisher)
  const heart = setInterval(feed.beat, 1_000)
  const heard: string[] = []
  let isConnected = false
  const receiver = createChangeReceiver({
    onTags: tags => heard.push(...tags),
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
  await expect.poll(() => isConnected, { timeout: 10_000 }).toBe(true)
  let count = 0
  const expectHeard = async (timeout: number) => {
    const tag = `content:${count++}`
    const before = heard.length
    feed.publish([tag])
    // All pages are as good as this one.
    const isHeard = () => heard.slice(before).some(each => each === tag || each === '*')
    await expect.poll(isHeard, { timeout, interval: 20 }).toBe(true)
  }
  return { expectHeard, isConnected: () => isConnected, heard }
}

test.each(['a server', 'a cluster'])('changes come over %s within 2 seconds', async kind => {
  const redis = kind === 'a server' ? await startRedis() : await startCluster()
  cleanUps.push(redis.remove)
  const { expectHeard, heard } = await connect(redis.url)
  for (let n = 0; n < 5; n++) await expectHeard(2_000)
  expect(heard.filter(tag => tag === '*')).toHaveLength(1)
})

test('changes come again after a failover and a kill, and those between are not lost', async () => {
  const sentinels = await startSentinels()
  cleanUps.push(sentinels.remove)
  const { expectHeard } = await connect(sentinels.url)
  await expectHeard(2_000)
  await sentinels.failover()
  await expectHeard(15_000)
  await sentinels.killPrimary()
  await expectHeard(15_000)
})

test('a Redis that answers nothing cuts a node off, which is told of what it missed', async () => {
  const redis = await startRedis()
  const proxy = await startTcpProxy(redis)
  cleanUps.push(redis.remove, proxy.close)
  const node = await connect(redis.url, `redis://127.0.0.1:${proxy.port}`)
  await node.expectHeard(2_000)
  proxy.blackHole()
  const missed = node.expectHeard(20_000)
  await expect.poll(node.isConnected, { timeout: 6_000 }).toBe(false)
  proxy.restore()
  await missed
  await expect.poll(node.isConnected, { timeout: 6_000 }).toBe(true)
})
