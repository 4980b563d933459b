/** Every endpoint, by name: the router, /api/openapi.json and the tests read this list. */
import * as checkout from './checkout.ts'
import * as cinema from './cinema.ts'
import * as content from './content.ts'
import type { Endpoint } from './endpoint.ts'
import * as library from './library.ts'
import * as pages from './pages.ts'
import * as player from './player.ts'
import * as profiles from './profiles.ts'
import * as search from './search.ts'
import * as session from './session.ts'
import * as support from './support.ts'
import * as surveys from './surveys.ts'

const modules = {
  session,
  profiles,
  content,
  player,
  library,
  pages,
  search,
  checkout,
  cinema,
  support,
  surveys,
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'access' in value
  )
}

export const endpoints: ReadonlyArray<{
  name: string
  domain: string
  endpoint: Endpoint
}> = Object.entries(modules).flatMap(([domain, module]) =>
  Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ name, domain, endpoint: value }] : [],
  ),
)
