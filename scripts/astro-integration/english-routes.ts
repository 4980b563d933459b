import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Build, type Part, PatchError } from './patch.ts'

/** Every page and the feed are served under /en too: one file, two routes; the page reads its language from the URL. */
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

/** `/en/contents` for `contents/index.astro`; null for a file that has no English page. */
export function englishPattern(file: string): string | null {
  // As in Astro, a file whose name begins with an underscore is no page.
  const isPage = /(^|[\\/])[^_\\/][^\\/]*\.astro$/.test(file) && !/^(404|500)\.astro$/.test(file)
  if (!isPage && file !== 'feed.xml.ts') return null
  const route = file
    .replaceAll('\\', '/')
    .replace(/\.(astro|ts)$/, '')
    .replace(/(^|\/)index$/, '')
  return route ? `/en/${route}` : '/en'
}

/** @throws PatchError for an English page that Astro does not route, and where there is none */
export function verifyRoutes(expected: readonly string[], routed: readonly string[]): void {
  const missing = expected.find(pattern => !routed.includes(pattern))
  if (expected.length > 0 && missing === undefined) return
  throw new PatchError({
    patch: 'english-routes',
    expected: `a route ${missing ?? 'under /en'} from injectRoute`,
    file: 'astro/dist/core/routing/create-manifest.js',
  })
}
