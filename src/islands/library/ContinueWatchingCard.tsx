import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { pictureModel } from '#src/lib/catalogue/picture.ts'
import { titleTile } from '#src/lib/catalogue/title-tile.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { continueTitle, timeLeft, watchedPercent } from '#src/lib/library/continue-watching.ts'
import { playPath } from '#src/lib/routes.ts'
import { formatNumber } from '#src/lib/text/number.ts'
import { Picture } from '../ui/Picture.tsx'
import { TitleTile } from '../ui/TitleTile.tsx'

export type LibraryT = Translate<Key<'library' | 'catalogue' | 'common' | 'failures'>>
type Props = {
  t: LibraryT
  language: Language
  card: ContentCard
  /** Replaces the line with the remaining time. */
  note?: string
  onRemove?: () => void
}

/** A still with a bar for the watched part. It links to the player. */
export function ContinueWatchingCard({ t, language, card, note, onRemove }: Props) {
  const { backdrop_image: picture, episode } = card
  const percent = watchedPercent(card)
  const left = timeLeft(card, language)
  const episodeText =
    episode && t('library.episode', { season: episode.season, number: episode.number })
  const line = note ?? (left && percent > 0 ? t('library.continue.left', { duration: left }) : null)
  return (
    <div className="relative">
      <a href={playPath(card, language)} className="poster-link">
        <div
          className="poster-frame aspect-video!"
          style={picture?.color ? { background: picture.color } : undefined}
        >
          {picture ? (
            <Picture
              model={pictureModel({
                picture,
                kind: 'backdrop',
                sizes: '(min-width: 960px) 320px, 60vw',
                alt: '',
                width: 320,
                height: 180,
              })}
            />
          ) : (
            <TitleTile tile={titleTile(card, language)} />
          )}
          <span className="card-play">
            <i className="i-lucide-play text-2xl" />
          </span>
          {percent > 0 && (
            <span className="absolute inset-x-0 bottom-0 h-1.25 bg-[rgb(255_255_255/.28)]">
              <span className="block h-full bg-action" style={{ width: `${percent}%` }} />
              <span className="sr-only">
                {t('library.continue.watched', {
                  percent: formatNumber(Math.round(percent), language),
                })}
              </span>
            </span>
          )}
        </div>
        <h3 className="m-0 mt-2.5 text-15 font-600 leading-snug truncate">
          <bdi>{continueTitle(card)}</bdi>
        </h3>
        <p className="card-facts">
          {episodeText}
          {episodeText && line && <span aria-hidden="true"> · </span>}
          {line}
        </p>
      </a>
      {onRemove && (
        <button
          type="button"
          className="btn-corner"
          aria-label={`${t('library.continue.remove')}: ${continueTitle(card)}`}
          title={t('library.continue.remove')}
          onClick={onRemove}
        >
          <i className="i-lucide-x" />
        </button>
      )}
    </div>
  )
}
