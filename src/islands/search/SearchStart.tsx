/** Suggestions for an empty search, and for one without results: recent searches, popular titles and genres. */
import { useStore } from '@nanostores/react'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { SmallPoster } from '#src/islands/ui/SmallPoster.tsx'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { $globalData } from '#src/lib/layout/global-data.store.ts'
import { contentPath, listingPath } from '#src/lib/routes.ts'
import { $popularTitles } from '#src/lib/search/popular.store.ts'

type T = Translate<Key<'search'>>
type RecentProps = {
  t: T
  recent: readonly string[]
  onPick: (text: string) => void
  onForget: () => void
}

export function RecentSearches({ t, recent, onPick, onForget }: RecentProps) {
  return (
    <section className="mb-4">
      <div className="flex items-center justify-between">
        <h2 className="m-0 text-sm font-600 text-muted">{t('search.recent')}</h2>
        <button type="button" className="btn-quiet min-h-9 px-3 text-sm" onClick={onForget}>
          {t('search.forget')}
        </button>
      </div>
      <div className="flex flex-wrap gap-2 mt-2">
        {recent.map(earlier => (
          <button
            key={earlier}
            type="button"
            className="chip border-0 cursor-pointer"
            data-result=""
            onClick={() => onPick(earlier)}
          >
            <i className="i-lucide-search text-muted" />
            <bdi>{earlier}</bdi>
          </button>
        ))}
      </div>
    </section>
  )
}

/** @param title the heading of the popular titles */
export function SearchStart({ language, t, title }: { language: Language; t: T; title: string }) {
  const popular = useStore($popularTitles, { ssr: () => LOADING })
  const { data } = useStore($globalData, { ssr: () => LOADING })
  const genres = data?.categories.filter(({ type }) => type === 'genre') ?? []
  const titles = popular.data?.items ?? []
  return (
    <>
      {(popular.loading || titles.length > 0) && (
        <section aria-busy={popular.loading}>
          <h2 className="m-0 text-sm font-600 text-muted">{title}</h2>
          <div className="flex gap-3 mt-1 p-2 -ms-2 -me-2 overflow-x-auto">
            {popular.loading && titles.length === 0
              ? SKELETONS.map(key => (
                  <span key={key} className="skeleton flex-none w-20 h-30 rounded-lg" />
                ))
              : titles.map(card => <PopularTitle key={card.id} card={card} language={language} />)}
          </div>
        </section>
      )}
      {genres.length > 0 && (
        <section className="mt-3">
          <h2 className="m-0 text-sm font-600 text-muted">{t('search.genres')}</h2>
          <div className="flex flex-wrap gap-2 mt-2">
            {genres.map(({ id, title: genre }) => (
              <a
                key={id}
                href={listingPath({ categories: id }, language)}
                className="chip"
                data-result=""
              >
                {genre}
              </a>
            ))}
          </div>
        </section>
      )}
    </>
  )
}

/** The state that the page shows before the island has loaded. */
const LOADING = { loading: true, data: undefined } as const
const SKELETONS = ['a', 'b', 'c', 'd', 'e']

function PopularTitle({ card, language }: { card: ContentCard; language: Language }) {
  return (
    <a
      href={contentPath(card, language)}
      data-result=""
      className="flex-none w-20 rounded-lg no-underline text-text text-sm"
    >
      <SmallPoster card={card} language={language} width={80} />
      <span className="block mt-1 leading-snug line-clamp-2">
        <bdi>{card.title}</bdi>
      </span>
    </a>
  )
}
