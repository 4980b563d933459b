import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** Every page and the feed also stand under /en: one file, two routes; the page asks the URL for its language. */
export function english(): AstroIntegration {
  return {
    name: 'english',
    hooks: {
      'astro:config:setup': ({ injectRoute, config }) => {
        const pages = fileURLToPath(new URL('pages/', config.srcDir))
        for (const file of readdirSync(pages, { recursive: true, encoding: 'utf8' })) {
          const isPage = file.endsWith('.astro') && !/^(404|500)\.astro$/.test(file)
          if (!isPage && file !== 'feed.xml.ts') continue
          const route = file
            .replaceAll('\\', '/')
            .replace(/\.(astro|ts)$/, '')
            .replace(/(^|\/)index$/, '')
          injectRoute({ pattern: route ? `/en/${route}` : '/en', entrypoint: join(pages, file) })
        }
      },
    },
  }
}
