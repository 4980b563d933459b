import { z } from 'zod'
import { parseRedisUrl } from '../nodes/redis-url.ts'
import { baseUrl, baseUrls, url, whole } from './values.ts'

/** The database, Redis, the remote service and the media. */
export const storage = {
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  /** The server itself, where DATABASE_URL names a pooler. */
  DATABASE_DIRECT_URL: url('postgres:', 'postgresql:').optional(),
  DB_POOL: whole(1, 500, 10),

  REDIS_URL: z
    .string()
    .refine(
      text => parseRedisUrl(text) !== null,
      'is to be a URL such as redis://host:6379, redis+sentinel://host,host2/primary or redis+cluster://host,host2; rediss… for TLS',
    )
    .optional(),

  API_BASE_URL: baseUrls(),

  MEDIA_BASE_URL: baseUrl(),
  MEDIA_SECRET: z
    .string()
    .regex(
      /^[\w-]{24,}$/,
      'is to have 24 letters, digits, - or _, or more; `openssl rand -hex 32` makes one',
    )
    .optional(),
}

/** Settings that are of no use without another one. */
export function missingInStorage(given: Map<string, string>): string[] {
  return ['DATABASE_DIRECT_URL']
    .filter(name => given.has(name) && !given.has('DATABASE_URL'))
    .map(name => `${name} goes with DATABASE_URL: give both, or none`)
}
