/** Backups by the clock, on the nodes that have BACKUP_EVERY: one at a time, whatever their number. */
import { mkdir } from 'node:fs/promises'
import type { Deps } from '../deps.ts'
import { backUp } from './back-up.ts'
import { pruneBackups, storedBackups } from './backup-folders.ts'
import { mediaOfSettings } from './media-of.ts'

const JOB = 'backup.run'
const HOUR_MS = 3_600_000
/** A run that starts a little before the hour is over does not wait for another ten minutes. */
const TOLERANCE_MS = 300_000

/** @param url of the server itself, without a pooler */
export function registerBackups(deps: Deps, url: string): void {
  const { env, jobs, log, metrics } = deps
  const { BACKUP_EVERY: hours, BACKUP_DIR: parent } = env
  if (!hours || !parent) return
  metrics.gauge(
    'pardeh_backup_last_success_timestamp_seconds',
    'When the newest whole backup in BACKUP_DIR was begun; the label is its folder',
    'folder',
    async () => {
      const [newest] = await storedBackups(parent)
      return { [parent]: newest ? newest.at.getTime() / 1_000 : 0 }
    },
  )
  metrics.gauge(
    'pardeh_backup_interval_seconds',
    'BACKUP_EVERY; the label is the folder of the backups',
    'folder',
    async () => ({ [parent]: (hours * HOUR_MS) / 1_000 }),
  )
  jobs.define(
    JOB,
    async ({ signal }) => {
      const now = deps.now()
      const [newest] = await storedBackups(parent)
      const isDue = !newest || now.getTime() - newest.at.getTime() >= hours * HOUR_MS - TOLERANCE_MS
      if (!isDue) return
      try {
        await mkdir(parent, { recursive: true, mode: 0o700 })
        const { folder, storedBytes } = await backUp({
          url,
          folder: { parent, kind: 'pardeh', at: now },
          media: mediaOfSettings(env),
          mediaMode: 'list',
          secret: env.SECRET,
          signal,
        })
        const removed = await pruneBackups(parent, env.BACKUP_KEEP)
        log.info({ folder, bytes: storedBytes, removed: removed.length }, 'backup_made')
      } catch (error) {
        log.error({ err: error, folder: parent }, 'backup_failed')
        throw error
      }
    },
    { cron: '*/10 * * * *', retries: 0, expireInSeconds: 12 * 3_600 },
  )
}
