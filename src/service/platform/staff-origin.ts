import type { Env } from './env.ts'
import { loopbackHost } from './http/address.ts'

/** Returns the origin at which the team opens the console. */
export function staffOrigin({
  STAFF_ORIGIN,
  STAFF_PORT,
  HOST,
}: Pick<Env, 'STAFF_ORIGIN' | 'STAFF_PORT' | 'HOST'>): string {
  return STAFF_ORIGIN ?? `http://${loopbackHost(HOST)}:${STAFF_PORT}`
}
