/** The details of playback that the player shows. */
import type { EngineStats } from './engine.ts'

type DetailName =
  | 'resolution'
  | 'bitrate'
  | 'bandwidth'
  | 'buffer'
  | 'dropped'
  | 'codec'
  | 'engine'
  | 'session'

const megabits = (bits: number) => (bits > 0 ? `${(bits / 1e6).toFixed(2)} Mbit/s` : '')

/**
 * Returns the details; values that the engine does not know are left out.
 * @param leaseId identifies the playback in the service's log; null without one
 */
export function detailRows(
  stats: EngineStats,
  { width, height }: { width: number; height: number },
  leaseId: string | null,
): [DetailName, string][] {
  const rows: [DetailName, string][] = [
    ['resolution', width > 0 ? `${width}×${height}` : ''],
    ['bitrate', megabits(stats.bitrate)],
    ['bandwidth', megabits(stats.bandwidth)],
    ['buffer', `${stats.bufferedAhead.toFixed(1)} s`],
    ['dropped', String(stats.droppedFrames)],
    ['codec', stats.codec],
    ['engine', stats.engine],
    ['session', leaseId ?? ''],
  ]
  return rows.filter(([, value]) => value !== '')
}
