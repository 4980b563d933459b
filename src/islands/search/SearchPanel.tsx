import { useStore } from '@nanostores/react'
import type { ContentCard } from '#src/contract/content.ts'
import { recordSearchClick } from '#src/contract/endpoints/search.ts'
import type { Language } from '#src/contract/fields.ts'
import type { ArtistCard } from '#src/contract/pages.ts'
import type { SearchResult } from '#src/contract/search.ts'
import { api } from '#src/lib/api/browser.ts'
import type { Failure } from '#src/lib/api/failure.ts'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import { countriesOf, ratingOf } from '#src/lib/catalogue/card.ts'
import { pictureSources } from '#src/lib/catalogue/picture.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { artistPath, contentPath, listingPath } from '#src/lib/routes.ts'
import {
  $recentSearches,
  clearRecentSearches,
  saveRecentSearch,
} from '#src/lib/search/recent.store.ts'
import { isEmptyResult } from '#src/lib/search/search.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { highlight } from '#src/lib/text/highlight.ts'

export type SearchState =
  | { kind: 'idle' }
  | { kind: 'waiting' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'found'; result: SearchResult; text: string }
type T = Translate<Key<'search' | 'common' | 'errors'>>
type Props = {
  language: Language
  t: T
  state: SearchState
  text: string
  onPick: (text: string) => void
  onRetry: () => void
}

export function SearchPanel({ language, t, state, text, onPick, onRetry }: Props) {
  const recent = useStore($recentSearches, { ssr: () => [] })
  if (state.kind === 'idle') {
    if (text !== '' || recent.length === 0) return null
    return (
      <div className="search-panel">
        <div className="flex items-center justify-between">
          <h2 className="m-0 text-sm font-600 text-muted">{t('search.recent')}</h2>
          <button
            type="button"
            className="btn-quiet min-h-9 px-3 text-sm"
            onClick={clearRecentSearches}
          >
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
              <i className="i-lucide-history text-muted" />
              <bdi>{earlier}</bdi>
            </button>
          ))}
        </div>
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
          <div key={key} className="flex gap-3 py-2">
            <span className="skeleton w-12 h-18" />
            <span className="grow grid gap-2 content-center">
              <span className="skeleton h-4 w-3/5" />
              <span className="skeleton h-3 w-2/5" />
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
  if (isEmptyResult(result)) {
    return (
      <div className="search-panel text-center" role="status">
        <i className="i-lucide-search-x text-3xl text-faint mt-2" />
        <p className="m-0 mt-2 font-600 [overflow-wrap:anywhere]">
          {t('search.empty', { query: asked })}
        </p>
        <p className="m-0 mt-1 mb-2 text-sm text-muted">{t('search.emptyHint')}</p>
      </div>
    )
  }
  const group = (title: string, items: ContentCard[], from: number) =>
    items.length > 0 && (
      <section className="mt-3 first:mt-0">
        <h2 className="m-0 mb-1 text-sm font-600 text-muted">{title}</h2>
        {items.map((card, index) => (
          <ContentRow
            key={card.id}
            card={card}
            language={language}
            asked={asked}
            position={from + index}
            queryId={result.search_query_id}
          />
        ))}
      </section>
    )
  return (
    <div className="search-panel">
      {group(t('search.promoted'), result.promoted_videos, 0)}
      {group(t('search.movies'), result.movies, result.promoted_videos.length)}
      {group(
        t('search.series'),
        result.series,
        result.promoted_videos.length + result.movies.length,
      )}
      {result.artists.items.length > 0 && (
        <section className="mt-3">
          <h2 className="m-0 mb-1 text-sm font-600 text-muted">{t('search.artists')}</h2>
          <div className="flex gap-2 overflow-x-auto">
            {result.artists.items.map(artist => (
              <ArtistRow key={artist.id} artist={artist} language={language} asked={asked} />
            ))}
          </div>
        </section>
      )}
      <a
        href={listingPath({ query: asked }, language)}
        className="btn-quiet w-full mt-4"
        data-result=""
        onClick={() => saveRecentSearch(asked)}
      >
        {t('search.all', { query: asked })}
      </a>
    </div>
  )
}

function Matched({ text, asked }: { text: string; asked: string }) {
  return (
    <bdi>
      {highlight(text, asked).map(({ text: part, isMatch }, index) =>
        isMatch ? (
          <mark key={index} className="bg-transparent text-accent">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </bdi>
  )
}

type RowProps = {
  card: ContentCard
  language: Language
  asked: string
  position: number
  queryId: string
}
function ContentRow({ card, language, asked, position, queryId }: RowProps) {
  const rating = ratingOf(card)
  const poster = card.poster_image && pictureSources(card.poster_image, 'poster')
  const open = () => {
    saveRecentSearch(asked)
    void api(
      recordSearchClick,
      { query: { contentId: card.id, position, queryId } },
      { keepalive: true },
    ).catch(() => undefined)
  }
  return (
    <a
      href={contentPath(card, language)}
      onClick={open}
      data-result=""
      className="flex gap-3 p-1.5 -mx-1.5 rounded-xl no-underline text-text hover:bg-[var(--quiet)]"
    >
      {poster ? (
        <picture>
          <source type="image/avif" srcSet={poster.avif} sizes="48px" />
          <img
            src={poster.src}
            alt=""
            width={48}
            height={72}
            className="rounded-lg object-cover"
            loading="lazy"
          />
        </picture>
      ) : (
        <span className="w-12 h-18 rounded-lg bg-[var(--quiet)]" />
      )}
      <span className="min-w-0 grid content-center">
        <span className="font-600 truncate">
          <Matched text={card.title} asked={asked} />
        </span>
        <span className="text-sm text-muted truncate">
          {[card.sub_title, card.year ? localDigits(card.year, language) : '', ...countriesOf(card)]
            .filter(Boolean)
            .map((fact, index) => (
              <bdi key={fact}>
                {index > 0 && ' · '}
                {fact}
              </bdi>
            ))}
        </span>
      </span>
      {rating?.kind === 'imdb' && (
        <span className="ms-auto self-center text-sm text-muted">
          {localDigits(rating.value.toFixed(1), language)}
        </span>
      )}
    </a>
  )
}

function ArtistRow({
  artist,
  language,
  asked,
}: {
  artist: ArtistCard
  language: Language
  asked: string
}) {
  return (
    <a
      href={artistPath(artist, language)}
      data-result=""
      className="flex-none w-20 p-1 rounded-xl text-center no-underline text-text text-sm hover:bg-[var(--quiet)]"
    >
      {artist.image ? (
        <img
          src={`${artist.image.path}-100.avif`}
          alt=""
          width={64}
          height={64}
          className="rounded-full object-cover"
          loading="lazy"
        />
      ) : (
        <span className="grid place-items-center mx-auto w-16 h-16 rounded-full bg-[var(--quiet)]">
          <i className="i-lucide-user-round text-2xl text-faint" />
        </span>
      )}
      <span className="block mt-1 leading-snug line-clamp-2">
        <Matched text={artist.name} asked={asked} />
      </span>
    </a>
  )
}
