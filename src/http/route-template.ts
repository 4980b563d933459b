/** The pattern of a request's path, for labels and log lines: an address may name a title, a person or a token, its pattern never does. */
import { readdirSync } from 'node:fs'
import { endpoints } from '#src/contract/all.ts'
import { barePath } from '#src/lib/i18n/languages.ts'

export type RouteKind = 'page' | 'api' | 'callback' | 'file' | 'node' | 'other'
/** `route`: such as `/contents/{short_id}/{slug}`; `none` where no page or call has the path. */
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
const FILE = /\.[a-z0-9]{2,12}$/i
const PARAMETER = /^\{\w+\}$/

/** For the site: the pages in the folder `pages`, and the API below `/api`. */
export function siteRoutes(pagesFolder: string): (path: string) => RouteTemplate {
  const api = matcher(endpoints.map(({ endpoint }) => endpoint.path))
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

/** For the service alone, whose calls have no prefix. The same labels as at the site. */
export function serviceRoutes(): (path: string) => RouteTemplate {
  const api = matcher(endpoints.map(({ endpoint }) => endpoint.path))
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

/** Of the files that Astro makes pages of. */
function pageTemplates(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /\.(astro|ts)$/.test(file) && !/(^|\/)_/.test(file))
    .map(file => {
      const path = file.replace(/\.(astro|ts)$/, '').replace(/(^|\/)index$/, '')
      return `/${path.replaceAll('[', '{').replaceAll(']', '}')}`
    })
}

/** Templates by the number of their segments; those with fewer parameters go first. */
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
    const given = segments(path)
    const found = bySize
      .get(given.length)
      ?.find(({ parts }) => parts.every((part, index) => part.test(given[index] ?? '')))
    return found?.template ?? null
  }
}

function segments(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function partPattern(part: string): RegExp {
  if (PARAMETER.test(part)) return /^/
  return new RegExp(`^${RegExp.escape(part).replace(/\\\{\w+\\\}/g, '.+')}$`)
}
