/** Scheduled backups on the nodes that have BACKUP_EVERY. Only one runs at a time, however many nodes there are. */
import { mkdir } from 'node:fs/promises'
import { HOUR_MS } from '#src/lib/text/milliseconds.ts'
import type { Deps } from '../../platform/deps.ts'
import { backUp } from './back-up.ts'
import { listBackups, pruneBackups } from './backup-folders.ts'
import { mediaOfSettings } from './media.ts'

const JOB = 'backup.run'
/** A run that starts a little early still counts as due, so that it does not wait for the next ten minutes. */
const TOLERANCE_MS = 300_000

/** @param url of the server itself, not of a pooler */
export function registerBackups(deps: Deps, url: string): void {
  const { env, jobs, log, metrics } = deps
  const { BACKUP_EVERY: hours, BACKUP_DIR: parent } = env
  if (!hours || !parent) return
  metrics.gauge(
    'pardeh_backup_last_success_timestamp_seconds',
    'Start of the newest complete backup in BACKUP_DIR; the label is the folder of the backups',
    'folder',
    async () => {
      const [newest] = await listBackups(parent)
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
      const [newest] = await listBackups(parent)
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
