/** `npm run dev`: the service, the steps of src/server.ts and the pages in one process, each loaded again when it changes. */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { isRunnableDevEnvironment, type RunnableDevEnvironment, type ViteDevServer } from 'vite'
import type { DevSite, DevSiteOptions } from '../../src/dev-site.ts'
import { createPageCache } from '../../src/http/page-cache/page-cache.ts'
import { startDatabase } from '../../src/service/platform/db/start.ts'
import { readEnv } from '../../src/service/platform/env.ts'
import { nodeLog } from '../../src/service/platform/log.ts'
import { onStopSignal } from '../../src/service/platform/stop-signals.ts'
import { importersOf, invalidate } from './dev-modules.ts'
import { devSources } from './dev-policy.ts'
import type { Build, Part } from './patch.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SITE = resolve(ROOT, 'src/dev-site.ts')
const SERVICE = resolve(ROOT, 'src/service')
/** Folders that are written while the site runs. PostgreSQL's files alone would cause thousands of changes. */
const UNWATCHED = ['.cache', '.data', 'demo/pictures', 'demo/streams', 'dist', 'test-results']

type Running = { site: Promise<DevSite>; reload: () => void; stop: () => Promise<void> }

export function devServer({ command }: Build): Part {
  if (command !== 'dev') return {}
  let running: Running | undefined
  return {
    plugins: [
      {
        name: 'pardeh:dev-server',
        hotUpdate: {
          order: 'pre',
          handler({ modules, server }) {
            if (this.environment.name !== 'ssr' || !isRunnableDevEnvironment(this.environment))
              return
            const { moduleGraph } = server.environments.client
            const changed = importersOf(modules)
            const isShared = modules.some(({ id }) => id && moduleGraph.getModuleById(id))
            const isOfSite = [...changed].some(({ file }) => file === SITE)
            // Astro invalidates modules that only the server has, and reloads the page.
            if (isShared || isOfSite) invalidate(this.environment, changed)
            if (!isOfSite || !running) return
            running.reload()
            if (isShared) reloadPages(server, running.site)
          },
        },
      },
    ],
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const { PORT, HOST, DATA_DIR, SITE_URL, ALLOWED_HOSTS } = readEnv()
        const hosts = [...ALLOWED_HOSTS, ...(SITE_URL ? [new URL(SITE_URL).hostname] : [])]
        updateConfig({
          server: { port: PORT, host: HOST, allowedHosts: hosts },
          vite: {
            cacheDir: resolve(ROOT, '.cache/vite'),
            // Packages are found at the start. One that a later page needs would reload every open page.
            optimizeDeps: { entries: ['src/islands/**/*.tsx', 'src/lib/**/*.ts'] },
            server: {
              strictPort: true,
              // node_modules may be a symbolic link.
              fs: { allow: [ROOT, realpathSync(resolve(ROOT, 'node_modules'))] },
              watch: {
                ignored: [...UNWATCHED.map(path => resolve(ROOT, path)), resolve(DATA_DIR)].map(
                  folder => `${folder}/**`,
                ),
              },
            },
          },
        })
      },
      'astro:server:setup': async ({ server }) => {
        const started = await start(server)
        running = started
        server.middlewares.use((req, res, next) => {
          started.site
            .then(site => site.answer(req, res))
            .then(isAnswered => !isAnswered && next(), next)
        })
      },
      'astro:server:done': async () => running?.stop(),
    },
  }
}

async function start(server: ViteDevServer): Promise<Running> {
  // Vite would end the process before the database has stopped.
  process.removeAllListeners('SIGTERM')
  const ssr = server.environments.ssr as RunnableDevEnvironment
  const env = readEnv()
  const database = env.API_BASE_URL ? null : await startDatabase(env, { log: nodeLog(env) })
  const pages = createPageCache(0)
  const load = async () => {
    const { startDevSite } = (await ssr.runner.import(SITE)) as {
      startDevSite: (options: DevSiteOptions) => Promise<DevSite>
    }
    return startDevSite({ env, database, pages, devSources: await devSources(ssr, env) })
  }
  const running: Running = {
    site: load(),
    reload: () => {
      const before = running.site
      const service = [...ssr.moduleGraph.idToModuleMap.values()].filter(({ file }) =>
        file?.startsWith(SERVICE),
      )
      invalidate(ssr, new Set(service))
      pages.invalidate(['*'])
      running.site = load()
      running.site.catch(error => server.config.logger.error(String(error), { error }))
      // The next site answers already: jobs and limits allow two nodes on one database.
      void running.site
        .then(
          () => before,
          () => before,
        )
        .then(site => site.stop())
        .catch(() => undefined)
    },
    stop: async () => {
      forget()
      await running.site.then(
        site => site.stop(),
        () => undefined,
      )
      await database?.stop()
    },
  }
  const forget = onStopSignal(async () => {
    await running.site.then(
      site => site.stop(),
      () => undefined,
    )
    return 0
  })
  await running.site
  return running
}

function reloadPages(server: ViteDevServer, site: Promise<unknown>): void {
  const reload = () => server.environments.client.hot.send({ type: 'full-reload' })
  site.then(reload, reload)
}
