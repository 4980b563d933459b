import type { Hono } from 'hono'
import type { Deps } from './deps.ts'
import type { ServiceEnv } from './http/router.ts'

/** The sub-app of every domain; a new domain is one line here. */
export function domains(_deps: Deps): Array<Hono<ServiceEnv>> {
  return []
}
