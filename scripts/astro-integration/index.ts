import type { AstroIntegration } from 'astro'
import { apiReference } from './api-reference.ts'
import { browserTarget } from './browser-target.ts'
import { chunkGroups } from './chunk-groups.ts'
import { clientDirectives } from './client-directives.ts'
import { cspDigests } from './csp-digests.ts'
import { devPolicy } from './dev-policy.ts'
import { devServer } from './dev-server.ts'
import { englishRoutes } from './english-routes.ts'
import { firstStyles } from './first-styles.ts'
import { inlineScripts } from './inline-scripts.ts'
import { islandCache } from './island-cache.ts'
import { islandFiles } from './island-files.ts'
import { mergedChunks } from './merged-chunks.ts'
import { oldBrowserStyles } from './old-browser-styles.ts'
import { type Build, createExpectations, type Part } from './patch.ts'
import { playerEngine } from './player-engine.ts'
import { precompressedFiles } from './precompressed-files.ts'
import { reactModule } from './react-module.ts'
import { stylesBeforeHydration } from './styles-before-hydration.ts'

const PARTS: ReadonlyArray<(build: Build) => Part> = [
  firstStyles,
  stylesBeforeHydration,
  islandCache,
  cspDigests,
  englishRoutes,
  inlineScripts,
  clientDirectives,
  chunkGroups,
  mergedChunks,
  reactModule,
  islandFiles,
  playerEngine,
  apiReference,
  browserTarget,
  devServer,
  devPolicy,
  oldBrowserStyles,
  precompressedFiles,
]

/** All changes to Astro's build. README.md explains each of them and what it gains. */
export function pardeh(): AstroIntegration {
  const { expect, verify } = createExpectations()
  let parts: Part[] = []
  return {
    name: 'pardeh',
    hooks: {
      'astro:config:setup': async options => {
        parts = PARTS.map(part => part({ command: options.command, expect }))
        options.updateConfig({ vite: { plugins: parts.flatMap(({ plugins = [] }) => plugins) } })
        for (const { hooks } of parts) await hooks?.['astro:config:setup']?.(options)
      },
      'astro:routes:resolved': async options => {
        for (const { hooks } of parts) await hooks?.['astro:routes:resolved']?.(options)
      },
      'astro:server:setup': async options => {
        for (const { hooks } of parts) await hooks?.['astro:server:setup']?.(options)
      },
      'astro:server:done': async options => {
        for (const { hooks } of parts) await hooks?.['astro:server:done']?.(options)
      },
      'astro:build:ssr': async options => {
        for (const { hooks } of parts) await hooks?.['astro:build:ssr']?.(options)
      },
      'astro:build:done': async options => {
        verify()
        for (const { hooks } of parts) await hooks?.['astro:build:done']?.(options)
      },
    },
  }
}
