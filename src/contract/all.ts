/** Every endpoint with its schemas: /api/openapi.json, docs/permissions.md and the tests read this list. */
import { type CallSchemas, getCallSchemas } from './calls.ts'
import type { Endpoint } from './endpoint.ts'
import * as checkout from './endpoints/checkout.ts'
import * as cinema from './endpoints/cinema.ts'
import * as content from './endpoints/content.ts'
import * as library from './endpoints/library.ts'
import * as live from './endpoints/live.ts'
import * as pages from './endpoints/pages.ts'
import * as player from './endpoints/player.ts'
import * as profiles from './endpoints/profiles.ts'
import * as search from './endpoints/search.ts'
import * as session from './endpoints/session.ts'
import * as support from './endpoints/support.ts'
import * as surveys from './endpoints/surveys.ts'

const domains: Record<string, Record<string, Endpoint>> = {
  session,
  profiles,
  content,
  player,
  live,
  library,
  pages,
  search,
  checkout,
  cinema,
  support,
  surveys,
}

export const endpoints: ReadonlyArray<{
  name: string
  domain: string
  endpoint: Endpoint
  schemas: CallSchemas
}> = Object.entries(domains).flatMap(([domain, records]) =>
  Object.entries(records).map(([name, endpoint]) => ({
    name,
    domain,
    endpoint,
    schemas: getCallSchemas(endpoint),
  })),
)
