import { use, useEffect, useState } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { listContinueWatching } from '#src/contract/library.ts'
import { api } from '#src/lib/api/browser.ts'
import { pictureSources } from '#src/lib/catalogue/picture.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { playPath } from '#src/lib/routes.ts'

const NAMESPACES = ['catalogue'] as const

/** Begun and not finished: only for who is signed in, and nothing at all while there is nothing. */
export default function ContinueWatching({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  const [items, setItems] = useState<readonly ContentCard[]>([])
  useEffect(() => {
    api(listContinueWatching, { query: {} }).then(
      ({ items: found }) => setItems(found),
      () => undefined,
    )
  }, [])
  if (items.length === 0) return null
  return (
    <section>
      <div className="shell mb-3">
        <h2 className="heading m-0">{t('catalogue.home.continueWatching')}</h2>
      </div>
      <div className="row-scroll gutter max-w-[1760px] mx-auto">
        {items.map(card => (
          <Begun key={card.id} card={card} language={language} />
        ))}
      </div>
    </section>
  )
}

function Begun({ card, language }: { card: ContentCard; language: Language }) {
  const image = card.backdrop_image ? pictureSources(card.backdrop_image, 'backdrop') : null
  const part = card.progress
    ? Math.min(100, (100 * card.progress.current_time) / Math.max(1, card.progress.duration))
    : 0
  return (
    <a
      href={playPath(card, language)}
      className="poster-link block w-56 md:w-72 no-underline text-text"
    >
      <div className="poster-frame aspect-video!">
        {image && (
          <img
            srcSet={image.avif}
            sizes="288px"
            src={image.src}
            alt=""
            loading="lazy"
            width={288}
            height={162}
          />
        )}
        <span className="absolute inset-0 grid place-items-center">
          <i className="i-lucide-circle-play text-5xl text-white drop-shadow-lg" />
        </span>
        <span className="absolute inset-x-0 bottom-0 h-1 bg-[rgb(255_255_255/.25)] ltr">
          <span className="block h-full bg-action" style={{ width: `${part}%` }} />
        </span>
      </div>
      <h3 className="m-0 mt-2 text-[0.9375rem] font-600 truncate">
        <bdi>{card.title}</bdi>
      </h3>
    </a>
  )
}
