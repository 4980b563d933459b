import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Build, type Part, PatchError } from './patch.ts'

const ROOT = new URL('../../', import.meta.url)
const DIRECTIVES = {
  intent: './src/lib/hydration/intent-directive.ts',
  'signed-in': './src/lib/hydration/signed-in-directive.ts',
}

/**
 * `client:intent` loads an island's code when a visitor points at it, focuses it, touches it or types in it. `client:signed-in`
 * loads it when the browser is idle, but only for signed-in viewers.
 */
export function clientDirectives(_: Build): Part {
  return {
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const [name, entrypoint] of Object.entries(DIRECTIVES)) {
          verifyFile(entrypoint)
          addClientDirective({ name, entrypoint })
        }
      },
    },
  }
}

/** @throws PatchError if the file of the directive does not exist */
function verifyFile(entrypoint: string): void {
  if (existsSync(fileURLToPath(new URL(entrypoint, ROOT)))) return
  throw new PatchError({ patch: 'client-directives', expected: 'a directive', file: entrypoint })
}
