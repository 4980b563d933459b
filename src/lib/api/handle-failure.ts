/** Performs the reactions of `failure-reactions.ts` in the browser. */
import type { Language } from '#src/contract/fields.ts'
import { pathLanguage } from '../i18n/languages.ts'
import { loadT } from '../i18n/load.ts'
import { hydrateIsland, notify, notifyOnNextPage } from '../notifications/notifications.store.ts'
import { type Failure, toFailure } from './failure.ts'
import { failureReactions, failureText, type Reaction } from './failure-reactions.ts'

/** Notifies the viewer and redirects as spec §8 requires. Returns the failure for further handling. */
export async function handleFailure(error: unknown, language: Language): Promise<Failure> {
  const failure = toFailure(error)
  const path = location.pathname + location.search + location.hash
  const t = await loadT(language, ['failures'])
  const text = failureText(failure, t)
  const reactions = failureReactions(failure, { path, language })
  const isNavigating = reactions.some(({ kind }) => kind === 'go' || kind === 'reload')
  for (const reaction of reactions) perform(reaction, text, isNavigating)
  return failure
}

function perform(reaction: Reaction, text: string, isNavigating: boolean): void {
  if (reaction.kind === 'notify') {
    const options = { type: 'error', stay: reaction.stay } as const
    if (isNavigating) notifyOnNextPage(text, options)
    else notify(text, options)
  }
  // The HTTP layer has cleared the cookies with the same response.
  else if (reaction.kind === 'forget') forget(reaction.what)
  else if (reaction.kind === 'go') location.assign(reaction.to)
  else location.reload()
}

function forget(what: 'session' | 'profile'): void {
  if (what === 'session') document.documentElement.removeAttribute('data-signed-in')
  document.dispatchEvent(new CustomEvent('pardeh:session-lost', { detail: what }))
}

/**
 * Loads the error texts and the notifications island early, because they cannot be loaded once the connection is lost.
 */
function prepare(): void {
  loadT(pathLanguage(location.pathname), ['failures']).catch(() => undefined)
  hydrateIsland()
}
if (globalThis.document) (globalThis.requestIdleCallback ?? setTimeout)(prepare)
