import node from '@astrojs/node'
import react from '@astrojs/react'
import UnoCSS from '@unocss/astro'
import { defineConfig, passthroughImageService } from 'astro/config'
import { pardeh } from './scripts/astro-integration/index.ts'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [
    react(),
    // src/styles/all.ts and core.ts import its styles.
    UnoCSS({ injectEntry: false }),
    pardeh(),
  ],
  trailingSlash: 'ignore',
  devToolbar: { enabled: false },
  image: { service: passthroughImageService() },
  build: { inlineStylesheets: 'never', format: 'directory' },
  cache: {
    provider: { name: 'page-cache', entrypoint: './src/http/page-cache/astro-cache-provider.ts' },
  },
  security: {
    // src/http checks the origin of every unsafe request: this check lets cross-site JSON through.
    checkOrigin: false,
    // For the hashes of inline scripts and styles alone: src/http/content-security-policy.ts makes the policy.
    csp: { algorithm: 'SHA-256' },
  },
  vite: {
    build: { assetsInlineLimit: 0, target: 'es2022' },
    ssr: { external: ['sharp', 'pg', 'pg-boss', 'ioredis'] },
  },
})
