import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Build, type Part, PatchError } from './patch.ts'

/** Serves every page and the feed under /en too. Each file gets two routes, and the page reads its language from the URL. */
export function englishRoutes(_: Build): Part {
  let expected: string[] = []
  return {
    hooks: {
      'astro:config:setup': ({ injectRoute, config }) => {
        const pages = fileURLToPath(new URL('pages/', config.srcDir))
        const routes = readdirSync(pages, { recursive: true, encoding: 'utf8' }).flatMap(file => {
          const pattern = englishPattern(file)
          return pattern ? { pattern, entrypoint: join(pages, file) } : []
        })
        for (const route of routes) injectRoute(route)
        expected = routes.map(({ pattern }) => pattern)
      },
      'astro:routes:resolved': ({ routes }) =>
        verifyRoutes(
          expected,
          routes.map(({ pattern }) => pattern),
        ),
    },
  }
}

/** Returns `/en/contents` for `contents/index.astro`; null for a file without an English page. */
export function englishPattern(file: string): string | null {
  // Like in Astro, a file whose name begins with an underscore is not a page.
  const isPage = /(^|[\\/])[^_\\/][^\\/]*\.astro$/.test(file) && !/^(404|500)\.astro$/.test(file)
  if (!isPage && file !== 'feed.xml.ts') return null
  const route = file
    .replaceAll('\\', '/')
    .replace(/\.(astro|ts)$/, '')
    .replace(/(^|\/)index$/, '')
  return route ? `/en/${route}` : '/en'
}

/** @throws PatchError for an English page without a route, and if there are no English pages */
export function verifyRoutes(expected: readonly string[], routed: readonly string[]): void {
  const missing = expected.find(pattern => !routed.includes(pattern))
  if (expected.length > 0 && missing === undefined) return
  throw new PatchError({
    patch: 'english-routes',
    expected: `a route ${missing ?? 'under /en'} from injectRoute`,
    file: 'astro/dist/core/routing/create-manifest.js',
  })
}
