import type { AstroIntegration } from 'astro'

/** `npm run dev` starts the service in the dev server's own process: database, outbox, fake bank and demo included. */
export function serviceInDev(): AstroIntegration {
  let stop: (() => Promise<void>) | undefined
  return {
    name: 'service-in-dev',
    hooks: {
      'astro:server:setup': async () => {
        const [{ createPageCache }, { setRuntime }, { publicSettings, readEnv }, { startService }] =
          await Promise.all([
            import('../../src/http/page-cache.ts'),
            import('../../src/runtime.ts'),
            import('../../src/service/env.ts'),
            import('../../src/service/main.ts'),
          ])
        const env = readEnv()
        const service = await startService(env)
        stop = service.stop
        setRuntime({
          settings: publicSettings(env),
          pages: createPageCache(0),
          callService: service.call,
          stateKey: service.stateKey,
        })
      },
      'astro:server:done': async () => stop?.(),
    },
  }
}
