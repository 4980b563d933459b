import { use, useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { clearRecentSearches } from '#src/lib/search/recent.store.ts'
import { SearchContent } from './SearchContent.tsx'
import { useResults } from './use-results.ts'
import { useSearchField } from './use-search-field.ts'

const NAMESPACES = ['search', 'common', 'failures'] as const

/** The panel below the field of components/layout/SearchBox.astro: suggestions, and results while the visitor types. */
export default function SearchPanel({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  const [retries, setRetries] = useState(0)
  const { root, text, write, focus } = useSearchField()
  const state = useResults(text, retries)
  return (
    <div ref={root}>
      <SearchContent
        language={language}
        t={t}
        state={state}
        text={text}
        onPick={write}
        onForget={() => {
          clearRecentSearches()
          focus()
        }}
        onRetry={() => {
          setRetries(retries + 1)
          focus()
        }}
      />
    </div>
  )
}
