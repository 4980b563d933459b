import { useEffect, useState } from 'react'
import { search } from '#src/contract/endpoints/search.ts'
import { SEARCH_DEBOUNCE_MS } from '#src/contract/limits.ts'
import type { SearchResult } from '#src/contract/search.ts'
import { api } from '#src/lib/api/browser.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { isSearchable } from '#src/lib/search/search.ts'
import type { SearchState } from './SearchContent.tsx'

/** Searches for the text when the visitor stops typing, and again if `retries` changes. */
export function useResults(text: string, retries: number): SearchState {
  const [state, setState] = useState<SearchState>({ kind: 'idle' })
  useEffect(() => {
    if (!isSearchable(text)) return setState({ kind: 'idle' })
    setState({ kind: 'waiting' })
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api(search, { query: { query: text.trim() } }, { signal: abort.signal }).then(
        (result: SearchResult) => setState({ kind: 'found', result, text: text.trim() }),
        error => !abort.signal.aborted && setState({ kind: 'failed', failure: toFailure(error) }),
      )
    }, SEARCH_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, retries])
  return state
}
