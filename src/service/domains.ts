import type { Hono } from 'hono'
import { fakePartner } from './adapters/sso/fake-partner.ts'
import type { Deps } from './deps.ts'
import { outboxRoutes } from './dev/outbox.routes.ts'
import type { ServiceEnv } from './http/router.ts'
import { profilesRoutes } from './profiles/profiles.routes.ts'
import { sessionRoutes } from './session/session.routes.ts'

/** The sub-app of every domain; a new domain is one line here. */
export function domains(deps: Deps): Array<Hono<ServiceEnv>> {
  return [sessionRoutes(deps), profilesRoutes(deps), outboxRoutes(deps), fakePartner(deps)]
}
