import { type KeyboardEvent, use, useEffect, useRef, useState } from 'react'
import { search } from '#src/contract/endpoints/search.ts'
import type { Language } from '#src/contract/fields.ts'
import { SEARCH_DEBOUNCE_MS } from '#src/contract/limits.ts'
import type { SearchResult } from '#src/contract/search.ts'
import { api } from '#src/lib/api/browser.ts'
import { failureOf } from '#src/lib/api/failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { listingPath } from '#src/lib/routes.ts'
import { clearRecentSearches, saveRecentSearch } from '#src/lib/search/recent.store.ts'
import { isSearchable } from '#src/lib/search/search.ts'
import { SearchPanel, type SearchState } from './SearchPanel.tsx'

const NAMESPACES = ['search', 'common', 'failures'] as const

/** The search icon and the input below it. Without JavaScript the icon links to the listing's search form. */
export default function SearchBox({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [state, setState] = useState<SearchState>({ kind: 'idle' })
  const [retries, setRetries] = useState(0)
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    if (!isSearchable(text)) return setState({ kind: 'idle' })
    setState({ kind: 'waiting' })
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api(search, { query: { query: text.trim() } }, { signal: abort.signal }).then(
        (result: SearchResult) => setState({ kind: 'found', result, text: text.trim() }),
        error => !abort.signal.aborted && setState({ kind: 'failed', failure: failureOf(error) }),
      )
    }, SEARCH_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, retries])

  useEffect(() => {
    if (!isOpen) return
    input.current?.focus()
    const away = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    addEventListener('pointerdown', away)
    addEventListener('pagehide', close)
    return () => {
      removeEventListener('pointerdown', away)
      removeEventListener('pagehide', close)
    }
  }, [isOpen])

  function close() {
    setOpen(false)
    setText('')
  }
  function closeToOpener() {
    close()
    opener.current?.focus()
  }
  /** For buttons that their press removes: the focus would fall to the page. */
  function focusInput() {
    input.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') closeToOpener()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      moveFocus(event, root.current, input.current)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the input and of the results below it
    <div ref={root} onKeyDown={onKeyDown} className="md:relative">
      <a
        ref={opener}
        href={listingPath({}, language)}
        role="button"
        className="btn-icon"
        aria-label={t('search.open')}
        aria-expanded={isOpen}
        data-key="search"
        onClick={event => {
          event.preventDefault()
          setOpen(!isOpen)
        }}
      >
        <i className="i-lucide-search text-xl" />
      </a>
      {isOpen && (
        <div className="search-drop">
          <form
            action={listingPath({}, language)}
            role="search"
            className="relative"
            onSubmit={() => saveRecentSearch(text)}
          >
            <i className="i-lucide-search absolute start-4 top-4 text-muted pointer-events-none" />
            <input
              ref={input}
              type="search"
              name="query"
              value={text}
              onChange={({ target }) => setText(target.value)}
              className="field ps-11 pe-12 bg-raised"
              placeholder={t('search.placeholder')}
              aria-label={t('search.label')}
              autoComplete="off"
              enterKeyHint="search"
              dir="auto"
              maxLength={200}
            />
            {text !== '' && (
              <button
                type="button"
                className="btn-icon absolute end-0.5 top-0.5"
                onClick={closeToOpener}
                aria-label={t('search.clear')}
              >
                <i className="i-lucide-x" />
              </button>
            )}
          </form>
          <SearchPanel
            language={language}
            t={t}
            state={state}
            text={text}
            onPick={picked => {
              setText(picked)
              focusInput()
            }}
            onForget={() => {
              clearRecentSearches()
              focusInput()
            }}
            onRetry={() => {
              setRetries(retries + 1)
              focusInput()
            }}
          />
        </div>
      )}
    </div>
  )
}

function moveFocus(event: KeyboardEvent, root: HTMLElement | null, input: HTMLInputElement | null) {
  const stops = [input, ...(root?.querySelectorAll<HTMLElement>('[data-result]') ?? [])].filter(
    stop => stop !== null,
  )
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
