/** Changes over Redis: service nodes publish the lines of their feed, page nodes subscribe. */
import { CHANGES_CHANNEL, type ChangeFeed, HEARTBEAT_MS } from './change-feed.ts'
import { CUT_OFF_MS } from './change-receiver.ts'
import { closeRedis, type RedisClient } from './redis.ts'

/** A line that cannot be published is missing in the numbers, which receivers notice at the next. */
export function publishChanges(feed: ChangeFeed, redis: RedisClient): () => void {
  return feed.subscribe(line => void redis.publish(CHANGES_CHANNEL, line).catch(() => undefined))
}

/** `redis` is for this alone. A subscription that falls silent is made again: its server may be gone without a word. */
export function subscribeToChanges(redis: RedisClient, onLine: (line: string) => void): () => void {
  let heardAt = performance.now()
  redis.on('message', (_channel: string, line: string) => {
    heardAt = performance.now()
    onLine(line)
  })
  const subscribe = () => void redis.subscribe(CHANGES_CHANNEL).catch(() => undefined)
  redis.on('ready', subscribe)
  const timer = setInterval(() => {
    if (performance.now() - heardAt < CUT_OFF_MS) return
    heardAt = performance.now()
    redis.disconnect(true)
  }, HEARTBEAT_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    closeRedis(redis)
  }
}
