import { useStore } from '@nanostores/react'
import type { Language } from '#src/contract/fields.ts'
import type { SearchResult } from '#src/contract/search.ts'
import type { Failure } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { $recentSearches } from '#src/lib/search/recent.store.ts'
import { isEmptyResult, missingLetters } from '#src/lib/search/search.ts'
import { SearchResults } from './SearchResults.tsx'
import { RecentSearches, SearchStart } from './SearchStart.tsx'

export type SearchState =
  | { kind: 'idle' }
  | { kind: 'waiting' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'found'; result: SearchResult; text: string }
type Props = {
  language: Language
  t: Translate<Key<'search' | 'common' | 'failures'>>
  state: SearchState
  text: string
  onPick: (text: string) => void
  onForget: () => void
  onRetry: () => void
}

/** The content below the search field: suggestions, results, or the reason why there are none. */
export function SearchContent({ language, t, state, text, onPick, onForget, onRetry }: Props) {
  const recent = useStore($recentSearches, { ssr: () => [] })
  if (state.kind === 'idle') {
    const missing = missingLetters(text)
    return (
      <div className="search-panel">
        <p role="status" className={`m-0 text-sm text-muted ${missing > 0 ? 'mb-3' : ''}`}>
          {missing > 0 && t('search.more', { count: missing })}
        </p>
        {missing === 0 && recent.length > 0 && (
          <RecentSearches t={t} recent={recent} onPick={onPick} onForget={onForget} />
        )}
        <SearchStart language={language} t={t} title={t('search.popular')} />
      </div>
    )
  }
  if (state.kind === 'waiting') {
    return (
      <div
        className="search-panel"
        aria-busy="true"
        role="status"
        aria-label={t('search.searching')}
      >
        {['a', 'b', 'c', 'd'].map(key => (
          <div key={key} className="flex gap-3 p-2">
            <span className="skeleton w-12 h-18" />
            <span className="grow grid gap-2 content-center">
              <span className="skeleton h-4" />
              <span className="skeleton h-4 w-20" />
            </span>
          </div>
        ))}
      </div>
    )
  }
  if (state.kind === 'failed') {
    return (
      <div className="search-panel text-center" role="alert">
        <p className="mt-2">{failureText(state.failure, t)}</p>
        <button type="button" className="btn-action" data-result="" onClick={onRetry}>
          {t('common.retry')}
        </button>
      </div>
    )
  }
  const { result, text: asked } = state
  if (!isEmptyResult(result))
    return <SearchResults language={language} t={t} result={result} asked={asked} />
  return (
    <div className="search-panel">
      <div className="text-center" role="status">
        <i className="i-lucide-search-x text-3xl text-faint mt-2" />
        <p className="m-0 mt-2 font-600 [overflow-wrap:anywhere]">
          {t('search.empty', { query: asked })}
        </p>
        <p className="m-0 mt-1 mb-4 text-sm text-muted">{t('search.emptyHint')}</p>
      </div>
      <SearchStart language={language} t={t} title={t('search.suggestions')} />
    </div>
  )
}
