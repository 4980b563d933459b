/**
 * Sources that the dev server adds to the Content-Security-Policy of pages: its socket, the styles that it writes into the page,
 * and the inline scripts of Astro's islands, which a build hashes automatically.
 */
import { createHash } from 'node:crypto'
import type { RunnableDevEnvironment } from 'vite'
import type { Sources } from '../../src/http/content-security-policy.ts'
import { type Build, type Part, PatchError } from './patch.ts'

const CLIENT = /[\\/]vite[\\/]dist[\\/]client[\\/]client\.mjs$/
const POLICY = 'dev-server'

type Settings = { PORT: number; HOST: string }

export async function devSources(
  { runner }: Pick<RunnableDevEnvironment, 'runner'>,
  { PORT, HOST }: Settings,
): Promise<Sources> {
  const { manifest } = (await runner.import('virtual:astro:manifest')) as {
    manifest: { clientDirectives: Map<string, string> }
  }
  const islands = (await import('astro/runtime/server/astro-island.prebuilt-dev.js')) as {
    default: string
  }
  const scripts = [...manifest.clientDirectives.values(), islands.default]
  const hosts = new Set(['localhost', '127.0.0.1', HOST])
  return {
    'script-src': scripts.map(
      text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
    'style-src': ["'unsafe-inline'"],
    'connect-src': [...hosts].map(host => `ws://${host}:${PORT}`),
    'trusted-types': [POLICY],
  }
}

/** Gives the error overlay and the socket of Vite's client a Trusted Types policy, because pages have none. */
export function devPolicy({ command }: Build): Part {
  if (command !== 'dev') return {}
  return {
    plugins: [
      {
        name: 'pardeh:dev-policy',
        enforce: 'post',
        transform: {
          filter: { id: CLIENT },
          handler: code => withPolicy(code),
        },
      },
    ],
  }
}

/** @throws PatchError if the client does not write HTML anywhere */
export function withPolicy(code: string): string {
  const wrapped = code
    .replace(/\.innerHTML = ([^;]+);/g, '.innerHTML = devPolicy.createHTML($1);')
    .replace(/new SharedWorker\((\w+)\)/g, 'new SharedWorker(devPolicy.createScriptURL($1))')
  if (wrapped === code)
    throw new PatchError({
      patch: 'dev-policy',
      expected: 'HTML written by the error overlay',
      file: 'vite/dist/client/client.mjs',
    })
  return `const devRules = { createHTML: text => text, createScriptURL: text => text };
const devPolicy = globalThis.trustedTypes?.createPolicy('${POLICY}', devRules) ?? devRules;
${wrapped}`
}
