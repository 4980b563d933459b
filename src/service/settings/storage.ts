import { z } from 'zod'
import { parseRedisUrl } from '../nodes/redis-url.ts'
import { baseUrls, url, whole } from './values.ts'

/** The database, Redis and the remote service. */
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

  API_BASE_URL: baseUrls(),

  CDN_PURGE_URL: baseUrls(),
  CDN_PURGE_KEY: z.string().min(16, 'is to have 16 characters or more').optional(),
}

/** Settings that are of no use without another one. */
export function missingInStorage(given: Map<string, string>): string[] {
  return ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']
    .filter(name => given.has(name) && !given.has('DATABASE_URL'))
    .map(name => `${name} goes with DATABASE_URL: give both, or none`)
}
