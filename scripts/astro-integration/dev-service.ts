import type { Build, Part } from './patch.ts'

/** `npm run dev` runs the service in the dev server's own process: database, outbox, fake bank and demo included. */
export function devService(_: Build): Part {
  let stop: (() => Promise<void>) | undefined
  return {
    hooks: {
      'astro:server:setup': async () => {
        const [
          { createPageCache },
          { setRuntime },
          { readEnv },
          { policySettings },
          { publicSettings },
          { startService },
        ] = await Promise.all([
          import('../../src/http/page-store.ts'),
          import('../../src/runtime.ts'),
          import('../../src/service/env.ts'),
          import('../../src/service/settings/policy.ts'),
          import('../../src/service/settings/public.ts'),
          import('../../src/service/main.ts'),
        ])
        const env = readEnv()
        const service = await startService(env)
        stop = service.stop
        setRuntime({
          settings: publicSettings(env),
          policySettings: policySettings(env),
          pages: createPageCache(0),
          callService: service.call,
          stateKey: service.stateKey,
        })
      },
      'astro:server:done': async () => stop?.(),
    },
  }
}
