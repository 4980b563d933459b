import { baseUrl, url, whole } from './values.ts'

/** The database, Redis, the remote service and the media. */
export const storage = {
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DB_POOL: whole(1, 500, 10),

  REDIS_URL: url('redis:', 'rediss:').optional(),

  API_BASE_URL: baseUrl(),

  MEDIA_BASE_URL: baseUrl(),
}
