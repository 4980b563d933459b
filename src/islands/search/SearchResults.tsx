/** The results of a search: titles in groups, artists, and a link to all results. */
import { Fragment } from 'react'
import type { ArtistCard, ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { SearchResult } from '#src/contract/search.ts'
import { SmallPoster } from '#src/islands/ui/SmallPoster.tsx'
import { cardRating, firstCountries } from '#src/lib/catalogue/card.ts'
import { titleYear } from '#src/lib/catalogue/year.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { artistPath, contentPath, listingPath } from '#src/lib/routes.ts'
import { reportSearchClick } from '#src/lib/search/click.ts'
import { saveRecentSearch } from '#src/lib/search/recent.store.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { highlight } from '#src/lib/text/highlight.ts'

type Props = {
  language: Language
  t: Translate<Key<'search'>>
  result: SearchResult
  asked: string
}

export function SearchResults({ language, t, result, asked }: Props) {
  const groups = [
    { title: t('search.promoted'), items: result.promoted_videos },
    { title: t('search.movies'), items: result.movies },
    { title: t('search.series'), items: result.series },
  ]
  const artists = result.artists.items.length > 0 && (
    <section className="mt-3 first:mt-0">
      <h2 className="m-0 mb-1 text-sm font-600 text-muted">{t('search.artists')}</h2>
      <div className="flex gap-2 overflow-x-auto">
        {result.artists.items.map(artist => (
          <ArtistRow key={artist.id} artist={artist} language={language} asked={asked} />
        ))}
      </div>
    </section>
  )
  return (
    <div className="search-panel">
      {result.dropped_words.length > 0 && (
        <p role="status" className="m-0 mb-3 text-sm text-muted [overflow-wrap:anywhere]">
          {t('search.without', { words: result.dropped_words.join(' ') })}
        </p>
      )}
      {result.is_artist_first && artists}
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ title, items }) => (
          <section key={title} className="mt-3 first:mt-0">
            <h2 className="m-0 mb-1 text-sm font-600 text-muted">{title}</h2>
            {items.map(card => (
              <ContentRow
                key={card.id}
                card={card}
                language={language}
                asked={asked}
                queryId={result.search_query_id}
              />
            ))}
          </section>
        ))}
      {!result.is_artist_first && artists}
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
  queryId: string
}
function ContentRow({ card, language, asked, queryId }: RowProps) {
  const rating = cardRating(card)
  const open = () => {
    saveRecentSearch(asked)
    reportSearchClick(card, queryId)
  }
  return (
    <a
      href={contentPath(card, language)}
      onClick={open}
      data-result=""
      className="flex gap-3 p-1.5 -mx-1.5 rounded-xl no-underline text-text hover:bg-[var(--quiet)]"
    >
      <SmallPoster card={card} language={language} width={48} />
      <span className="min-w-0 grid content-center">
        <span className="font-600 truncate">
          <Matched text={card.title} asked={asked} />
        </span>
        <span className="text-sm text-muted truncate">
          {[card.sub_title, titleYear(card, language), ...firstCountries(card)]
            .filter(Boolean)
            .map((fact, index) => (
              <Fragment key={fact}>
                {index > 0 && ' · '}
                <bdi>{fact}</bdi>
              </Fragment>
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
      className="flex-none w-22 p-2 rounded-xl text-center no-underline text-text text-sm hover:bg-[var(--quiet)]"
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
      <span className="block mt-1 leading-snug line-clamp-2 [overflow-wrap:anywhere]">
        <Matched text={artist.name} asked={asked} />
      </span>
    </a>
  )
}
