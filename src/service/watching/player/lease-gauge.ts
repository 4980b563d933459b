import { count, gt } from 'drizzle-orm'
import { playbackLeases } from '../../platform/db/schema/player.ts'
import type { Deps } from '../../platform/deps.ts'

/** Registers the number of streams that play now, on all nodes. */
export function registerLeaseGauge(deps: Deps): void {
  deps.metrics.gauge('pardeh_playback_leases', 'Streams that play now', 'state', async () => {
    const [row] = await deps.db
      .select({ running: count() })
      .from(playbackLeases)
      .where(gt(playbackLeases.expiresAt, deps.now()))
    return { running: row?.running ?? 0 }
  })
}
