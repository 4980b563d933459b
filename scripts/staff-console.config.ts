/** Builds the console of the team into dist/staff, apart from the pages of visitors. */
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

/** The server writes a new nonce in its place for each page (src/service/operations/console/app.ts). */
const NONCE = 'STAFF_NONCE'
const project = resolve(import.meta.dirname, '..')

export default defineConfig({
  root: resolve(project, 'src/staff'),
  publicDir: false,
  html: { cspNonce: NONCE },
  resolve: { alias: { '/fonts': resolve(project, 'public/fonts') } },
  build: {
    outDir: resolve(project, 'dist/staff'),
    emptyOutDir: true,
    // The server lets browsers keep files of this folder forever.
    assetsDir: '_astro',
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 3000,
  },
})
