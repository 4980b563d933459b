/** The route of a request, for metrics and log lines: a path may contain the name of a title or a token, its route never does. */
import { readdirSync } from 'node:fs'
import { endpoints } from '#src/contract/all.ts'
import { barePath } from '#src/lib/i18n/languages.ts'

type RouteKind = 'page' | 'api' | 'callback' | 'file' | 'node' | 'staff' | 'other'
/** `route` is a template such as `/contents/{short_id}/{slug}`, or `none` if no page or call has the path. */
export type RouteTemplate = { kind: RouteKind; route: string }

/** Paths of the service outside the API, and files. */
const PREFIXES: ReadonlyArray<readonly [prefix: string, kind: RouteKind]> = [
  ['/payments/', 'callback'],
  ['/webhooks/', 'callback'],
  ['/media/', 'file'],
  ['/_astro/', 'file'],
  ['/fonts/', 'file'],
  ['/brand/', 'file'],
  ['/dev/', 'other'],
  ['/fake/', 'other'],
  ['/nodes/', 'node'],
]
const apiPaths = ['/openapi.json', ...endpoints.map(({ endpoint }) => endpoint.path)]
const FILE = /\.[a-z0-9]{2,12}$/i
const PARAMETER = /^\{\w+\}$/

/** Returns a function that finds the route of a path at the site: the pages in `pagesFolder`, and the API below `/api`. */
export function createSiteRouteMatcher(pagesFolder: string): (path: string) => RouteTemplate {
  const api = matcher([...apiPaths, '/docs'])
  const pages = matcher(pageTemplates(pagesFolder))
  return path => {
    if (path === '/api' || path.startsWith('/api/'))
      return { kind: 'api', route: named('/api', api(path.slice(4))) }
    const other = otherOf(path)
    if (other) return other
    const route = pages(barePath(path))
    if (route) return { kind: 'page', route }
    return FILE.test(path) ? { kind: 'file', route: '*' } : { kind: 'page', route: 'none' }
  }
}

/** Returns a function that finds the route of a path at a remote service. Its calls have no prefix; the labels are the same. */
export function createServiceRouteMatcher(): (path: string) => RouteTemplate {
  const api = matcher(apiPaths)
  return path => otherOf(path) ?? { kind: 'api', route: named('/api', api(path)) }
}

function named(prefix: string, route: string | null): string {
  return route ? `${prefix}${route}` : 'none'
}

function otherOf(path: string): RouteTemplate | null {
  for (const [prefix, kind] of PREFIXES)
    if (path.startsWith(prefix)) return { kind, route: `${prefix}*` }
  return null
}

/** Returns the route templates of the files in `root` from which Astro makes pages. */
function pageTemplates(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /\.(astro|ts)$/.test(file) && !/(^|\/)_/.test(file))
    .map(file => {
      const path = file.replace(/\.(astro|ts)$/, '').replace(/(^|\/)index$/, '')
      return `/${path.replaceAll('[', '{').replaceAll(']', '}')}`
    })
}

/** Returns a function that finds the template of a path. Templates with fewer parameters are tried first. */
function matcher(templates: readonly string[]): (path: string) => string | null {
  const bySize = new Map<number, Array<{ template: string; parts: RegExp[] }>>()
  const parameters = (template: string) => template.split('{').length
  for (const template of templates.toSorted((a, b) => parameters(a) - parameters(b))) {
    const parts = segments(template).map(partPattern)
    const list = bySize.get(parts.length) ?? []
    bySize.set(parts.length, list)
    list.push({ template: `/${segments(template).join('/')}`, parts })
  }
  return path => {
    const names = segments(path)
    const match = bySize
      .get(names.length)
      ?.find(({ parts }) => parts.every((part, index) => part.test(names[index] ?? '')))
    return match?.template ?? null
  }
}

function segments(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function partPattern(part: string): RegExp {
  if (PARAMETER.test(part)) return /^/
  return new RegExp(`^${RegExp.escape(part).replace(/\\\{\w+\\\}/g, '.+')}$`)
}
