/** Changes over Redis: service nodes publish the lines of their feed, page nodes subscribe to them. */
import { CHANGES_CHANNEL, type ChangeFeed, HEARTBEAT_MS } from './change-feed.ts'
import { CUT_OFF_MS } from './change-receiver.ts'
import { closeRedis, type RedisClient } from './redis.ts'

/** Publishes the lines of a feed. Receivers notice a lost line by the number of the next one. */
export function publishChanges(feed: ChangeFeed, redis: RedisClient): () => void {
  return feed.subscribe(line => void redis.publish(CHANGES_CHANNEL, line).catch(() => undefined))
}

/** Subscribes with a separate connection. It reconnects if no lines arrive, since a server can disappear silently. */
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
