import { resolve } from 'node:path'
import { z } from 'zod'
import { parseRedisUrl } from '../nodes/redis-url.ts'
import { baseUrl, baseUrls, url, whole } from './values.ts'

/** The database, Redis, the search engine and the remote service. */
export const storage = {
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  /** The server itself, where DATABASE_URL names a pooler. */
  DATABASE_DIRECT_URL: url('postgres:', 'postgresql:').optional(),
  /** A streaming replica, for reads of the catalogue. */
  DATABASE_READ_URL: url('postgres:', 'postgresql:').optional(),
  DB_POOL: whole(1, 500, 10),

  REDIS_URL: z
    .string()
    .refine(
      text => parseRedisUrl(text) !== null,
      'is to be a URL such as redis://host:6379, redis+sentinel://host,host2/primary or redis+cluster://host,host2; rediss… for TLS',
    )
    .optional(),

  /** A server with OpenSearch's API; the URL may have a user and a password. */
  SEARCH_URL: baseUrl(),
  /** Begins the names of its indexes. */
  SEARCH_INDEX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'is to have small letters, digits, - and _ only')
    .default('pardeh'),

  API_BASE_URL: baseUrls(),

  /** Hours between the backups that this node makes. */
  BACKUP_EVERY: z
    .string()
    .regex(/^([1-9]|[1-9]\d|1[0-5]\d|16[0-8])$/, 'is to be a whole number of hours from 1 to 168')
    .transform(Number)
    .optional(),
  /** Where they go. */
  BACKUP_DIR: z
    .string()
    .transform(path => resolve(path))
    .optional(),
  /** How many stay. */
  BACKUP_KEEP: whole(1, 1_000, 7),

  CDN_PURGE_URL: baseUrls(),
  CDN_PURGE_KEY: z.string().min(16, 'is to have 16 characters or more').optional(),
}

/** Settings that are of no use without another one, or too small for it. */
export function missingInStorage(given: Map<string, string>): string[] {
  const problems = ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']
    .filter(name => given.has(name) && !given.has('DATABASE_URL'))
    .map(name => `${name} goes with DATABASE_URL: give both, or none`)
  if (given.has('SEARCH_INDEX') && !given.has('SEARCH_URL'))
    problems.push('SEARCH_INDEX goes with SEARCH_URL: give both, or SEARCH_URL alone')
  if (given.has('BACKUP_EVERY') && !given.has('BACKUP_DIR'))
    problems.push('BACKUP_EVERY goes with BACKUP_DIR: give the folder that the backups go to')
  if (given.has('BACKUP_KEEP') && !given.has('BACKUP_EVERY'))
    problems.push('BACKUP_KEEP goes with BACKUP_EVERY: give both, or none')
  if (given.has('SEARCH_URL') && given.get('DB_POOL') === '1')
    problems.push(
      'DB_POOL is to be 2 or more with SEARCH_URL: one connection holds the lock of its indexes',
    )
  return problems
}
