/** Performs in the browser what `failure-reactions.ts` decides. */
import type { Language } from '#src/contract/fields.ts'
import { languageOf } from '../i18n/languages.ts'
import { loadT } from '../i18n/load.ts'
import { hydrateIsland, notify, notifyOnNextPage } from '../notifications/notifications.store.ts'
import { type Failure, failureOf } from './failure.ts'
import { failureText, type Reaction, reactionsTo } from './failure-reactions.ts'

/** Says what went wrong and goes where spec §8 sends; answers the failure for what is left to do beside it. */
export async function handleFailure(error: unknown, language: Language): Promise<Failure> {
  const failure = failureOf(error)
  const path = location.pathname + location.search + location.hash
  const t = await loadT(language, ['errors'])
  const text = failureText(failure, t)
  const reactions = reactionsTo(failure, { path, language })
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
  // The cookies are the HTTP layer's matter; it has cleared them with the same reply.
  else if (reaction.kind === 'forget') forget(reaction.what)
  else if (reaction.kind === 'go') location.assign(reaction.to)
  else location.reload()
}

function forget(what: 'session' | 'profile'): void {
  if (what === 'session') document.documentElement.removeAttribute('data-signed-in')
  document.dispatchEvent(new CustomEvent('pardeh:session-lost', { detail: what }))
}

/** A lost line cannot bring the words that say so: they come with whatever may have to say them. */
function prepare(): void {
  loadT(languageOf(location.pathname), ['errors']).catch(() => undefined)
  hydrateIsland()
}
if (globalThis.document) (globalThis.requestIdleCallback ?? setTimeout)(prepare)
