import { resolve } from 'node:path'
import { z } from 'zod'
import { parseRedisUrl } from '../nodes/redis-url.ts'
import { baseUrlListSetting, baseUrlSetting, urlSetting, wholeNumberSetting } from './values.ts'

/** The database, Redis, the search engine and the remote service. */
export const storageSettings = {
  DATABASE_URL: urlSetting('postgres:', 'postgresql:').optional(),
  /** Address of the server itself, if DATABASE_URL points to a pooler. */
  DATABASE_DIRECT_URL: urlSetting('postgres:', 'postgresql:').optional(),
  /** A streaming replica, for reads of the catalogue. */
  DATABASE_READ_URL: urlSetting('postgres:', 'postgresql:').optional(),
  DB_POOL: wholeNumberSetting(1, 500, 10),

  REDIS_URL: z
    .string()
    .refine(
      text => parseRedisUrl(text) !== null,
      'must be a URL such as redis://host:6379, redis+sentinel://host,host2/primary or redis+cluster://host,host2; rediss… for TLS',
    )
    .optional(),

  /** A server with OpenSearch's API; the URL may have a user and a password. */
  SEARCH_URL: baseUrlSetting(),
  /** Prefix of its index names. */
  SEARCH_INDEX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must have small letters, digits, - and _ only')
    .default('pardeh'),

  API_BASE_URL: baseUrlListSetting(),

  /** Hours between the backups of this node. */
  BACKUP_EVERY: z
    .string()
    .regex(/^([1-9]|[1-9]\d|1[0-5]\d|16[0-8])$/, 'must be a whole number of hours from 1 to 168')
    .transform(Number)
    .optional(),
  /** Folder of the backups. */
  BACKUP_DIR: z
    .string()
    .transform(path => resolve(path))
    .optional(),
  /** Number of backups to keep. */
  BACKUP_KEEP: wholeNumberSetting(1, 1_000, 7),

  CDN_PURGE_URL: baseUrlListSetting(),
  CDN_PURGE_KEY: z.string().min(16, 'must have 16 characters or more').optional(),
}

/** Lists settings that have no effect without another one, or are too small for it. */
export function missingInStorage(given: Map<string, string>): string[] {
  const problems = ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']
    .filter(name => given.has(name) && !given.has('DATABASE_URL'))
    .map(name => `${name} has no effect without DATABASE_URL: set both, or neither`)
  if (given.has('SEARCH_INDEX') && !given.has('SEARCH_URL'))
    problems.push('SEARCH_INDEX has no effect without SEARCH_URL: set both, or only SEARCH_URL')
  if (given.has('BACKUP_EVERY') && !given.has('BACKUP_DIR'))
    problems.push('BACKUP_EVERY needs BACKUP_DIR: set the folder for the backups')
  if (given.has('BACKUP_KEEP') && !given.has('BACKUP_EVERY'))
    problems.push('BACKUP_KEEP has no effect without BACKUP_EVERY: set both, or neither')
  if (given.has('SEARCH_URL') && given.get('DB_POOL') === '1')
    problems.push(
      'DB_POOL must be 2 or more with SEARCH_URL: one connection holds the lock of its indexes',
    )
  return problems
}
