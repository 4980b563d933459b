import { expect, test } from 'vitest'
import { cyclesOf } from '#tests/support/import-cycles.ts'
import { importsOf } from '#tests/support/imports.ts'
import { sources } from '#tests/support/sources.ts'

/** The other domains that each domain of the service may import. Everything else goes through `deps`, parameters or `domains.ts`. */
const DOMAINS: Record<string, string[]> = {
  sms: [],
  entitlements: [],
  notifications: ['sms'],
  support: ['entitlements', 'notifications', 'session'],
  access: ['entitlements'],
  catalogue: ['access'],
  search: ['access', 'catalogue'],
  surveys: ['catalogue'],
  player: ['access', 'catalogue', 'entitlements', 'live'],
  live: ['access'],
  library: ['access', 'catalogue', 'notifications', 'player'],
  pages: ['access', 'catalogue', 'library'],
  session: ['entitlements', 'player', 'sms'],
  profiles: ['session'],
  comments: ['access', 'session'],
  checkout: ['entitlements', 'notifications'],
  cinema: ['access', 'catalogue', 'checkout'],
  'direct-debit': ['checkout', 'entitlements', 'notifications', 'sms'],
  report: [],
}
/** Layers that every domain may import. Of the domains they import only what is named here. */
const LAYERS: Record<string, string[]> = {
  audit: [],
  brand: [],
  db: [],
  http: ['access', 'session'],
  adapters: [],
  dev: [],
  nodes: [],
  settings: [],
  webhooks: [],
}
/** Composition and commands: they may import every domain, and no domain imports them. */
const TOOLS = [
  'backup',
  'cli',
  'demo',
  'doctor',
  'import',
  'ingest',
  'jobs',
  'people',
  'retention',
  'secret',
]
/** Files beside the folders that domains and layers may import. */
const SHARED = [
  'deps.ts',
  'env.ts',
  'ids.ts',
  'keys.ts',
  'safe-error.ts',
  'project-root.ts',
  'random.ts',
  'request-id.ts',
  'start-error.ts',
  'node-work.ts',
  'stop-signals.ts',
  'worker-pool.ts',
]

type Edge = { from: string; to: string; what: string }
const edges: Edge[] = sources('src/service', ['.ts']).flatMap(file =>
  importsOf(file).flatMap(({ from, to, isOurs }) => {
    const [own, other] = [partOf(from), partOf(to)]
    return isOurs && own && other && own !== other
      ? [{ from: own, to: other, what: `${from} imports ${to}` }]
      : []
  }),
)

test('the domains and layers are all listed', () => {
  const known = new Set([...Object.keys(DOMAINS), ...Object.keys(LAYERS), ...TOOLS])
  const folders = edges.flatMap(({ from, to }) => [from, to]).filter(name => !name.endsWith('.ts'))
  expect([...new Set(folders)].filter(name => !known.has(name))).toEqual([])
})

test('a domain imports only the domains in its row', () => {
  const wrong = edges.filter(({ from, to }) => {
    const allowed = DOMAINS[from] ?? LAYERS[from]
    if (!allowed) return false
    return !(allowed.includes(to) || to in LAYERS || SHARED.includes(to))
  })
  expect(wrong.map(({ what }) => what)).toEqual([])
})

test('every entry of the table is needed', () => {
  const unused = Object.entries({ ...DOMAINS, ...LAYERS }).flatMap(([from, allowed]) =>
    allowed
      .filter(to => !edges.some(edge => edge.from === from && edge.to === to))
      .map(to => `${from} does not import ${to}`),
  )
  expect(unused).toEqual([])
})

test('the table has no cycle', () => {
  expect(cyclesOf(new Map(Object.entries(DOMAINS)))).toEqual([])
})

/** The folder of a file of the service, or its name where it is in none. */
function partOf(path: string): string | null {
  const [service, first] = path.split('/')
  return service === 'service' && first ? first : null
}
