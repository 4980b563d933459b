// Loads the texts of an island: only its namespaces, only in the language of the page, in separate chunks.
//
//   const NAMESPACES = ['session', 'common'] as const
//   export function Login({ language }: { language: Language }) {
//     const t = use(loadT(language, NAMESPACES))
//
// React's `use` renders it on the server and leaves the server's HTML until the texts are loaded; put no <Suspense>
// around it (React would stream it with an inline script, which the CSP forbids). Outside React: `const t = await
// loadT(language, NAMESPACES)`. Calling t with a key of another namespace does not compile. If a few texts are
// enough, a page can pass `dictionary(…)` of i18n.ts as a prop to `createIslandT` instead.
/// <reference types="vite/client" />
import type { Language } from '#src/contract/languages.ts'
import { createIslandT } from './island-translate.ts'
import type { Key, Namespace } from './keys.ts'
import type { Dictionary, Translate } from './translate.ts'

const FILES = import.meta.glob<Dictionary>('./locales/*/*.json', { import: 'default' })

interface Loading extends Promise<Translate> {
  /** React's `use` reads this before it waits. */
  status?: 'fulfilled'
  value?: Translate
}

const loading = new Map<string, Loading>()

/** Returns the same promise for the same language and namespaces. A failed load is tried again on the next call. */
export function loadT<N extends Namespace>(
  language: Language,
  namespaces: readonly N[],
): Promise<Translate<Key<N>>> {
  const id = [language, ...namespaces].join()
  const known = loading.get(id)
  if (known) return known as Promise<Translate<Key<N>>>
  const started: Loading = loadAll(language, namespaces)
  loading.set(id, started)
  started.then(
    t => Object.assign(started, { status: 'fulfilled', value: t }),
    () => loading.delete(id),
  )
  return started as Promise<Translate<Key<N>>>
}

async function loadAll(language: Language, namespaces: readonly Namespace[]): Promise<Translate> {
  const texts = await Promise.all(
    namespaces.map(namespace => {
      const file = FILES[`./locales/${language}/${namespace}.json`]
      if (!file) throw new Error(`there are no texts for ${language} ${namespace}`)
      return file()
    }),
  )
  return createIslandT(Object.assign({}, ...texts), language)
}
