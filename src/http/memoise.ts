/** What every page asks for, the header's links and the system message, asked once in a few seconds for all of them. */
import { getGlobalData, getSystemMessage } from '#src/contract/endpoints/pages.ts'
import type { Api } from '#src/lib/api/client.ts'

const TTL_MS = 5_000
const SHARED = new Set<unknown>([getGlobalData, getSystemMessage])

type Answer = { generation: number; until: number; promise: Promise<unknown> }
const answers = new Map<string, Answer>()

/**
 * `api` calls as nobody, and `scope` names all that its answers depend on. `generation` moves with every invalidation: what
 * was answered before one is asked again after it.
 */
export function memoiseShell(api: Api, scope: string, generation: number): Api {
  const memoised = (endpoint: { path: string }, ...input: unknown[]) => {
    const ask = () => (api as (...all: unknown[]) => Promise<unknown>)(endpoint, ...input)
    if (!SHARED.has(endpoint)) return ask()
    const key = `${scope} ${endpoint.path}`
    const known = answers.get(key)
    const now = performance.now()
    if (known && known.generation === generation && known.until > now) return known.promise
    const promise = ask()
    answers.set(key, { generation, until: now + TTL_MS, promise })
    promise.catch(() => answers.delete(key))
    return promise
  }
  return memoised as Api
}
