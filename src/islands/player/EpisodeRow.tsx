import type { ContentCard, Marks } from '#src/contract/content.ts'
import { pictureSources } from '#src/lib/catalogue/picture.ts'
import { titleTile } from '#src/lib/catalogue/title-tile.ts'
import { watchedPercent } from '#src/lib/library/continue-watching.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { durationInWords, parseDuration } from '#src/lib/text/duration.ts'
import { formatNumber } from '#src/lib/text/number.ts'
import { TitleTile } from '../ui/TitleTile.tsx'
import { usePlayer } from './context.ts'
import { Icon } from './Icon.tsx'

interface EpisodeRowProps {
  episode: ContentCard
  progress: Marks['progress']
  isCurrent: boolean
  onPlay(): void
}

/** An episode with picture, title, length, synopsis and progress. */
export function EpisodeRow({ episode, progress, isCurrent, onPlay }: EpisodeRowProps) {
  const { t, language } = usePlayer()
  const seconds = episode.duration === null ? null : parseDuration(episode.duration)
  const number = episode.episode?.number
  const percent = progress?.is_finished
    ? 100
    : Math.round(watchedPercent(progress ? { progress } : {}))
  return (
    <button
      type="button"
      className="episode-row"
      aria-current={isCurrent ? 'true' : undefined}
      data-initial-focus={isCurrent ? '' : undefined}
      onClick={onPlay}
    >
      <Still episode={episode} isCurrent={isCurrent} percent={percent} />
      <span className="min-w-0 flex-1">
        <span className="episode-title">
          {number !== undefined && `${localDigits(number, language)}. `}
          <bdi>{episode.title}</bdi>
        </span>
        <span className="episode-length">
          {seconds !== null && durationInWords(seconds, language)}
          {percent > 0 && (
            <>
              {seconds !== null && ' · '}
              {percent === 100
                ? t('player.episodes.seen')
                : t('player.episodes.watched', { percent: formatNumber(percent, language) })}
            </>
          )}
        </span>
        {episode.summary && <span className="episode-synopsis">{episode.summary}</span>}
      </span>
    </button>
  )
}

function Still({
  episode,
  isCurrent,
  percent,
}: Pick<EpisodeRowProps, 'episode' | 'isCurrent'> & { percent: number }) {
  const { language } = usePlayer()
  const picture = episode.backdrop_image
  const sources = picture && pictureSources(picture, 'backdrop')
  return (
    <span
      className="episode-picture"
      style={picture?.color ? { background: picture.color } : undefined}
    >
      {sources ? (
        <img
          srcSet={sources.webp}
          sizes="128px"
          src={sources.src}
          alt=""
          width={128}
          height={72}
          loading="lazy"
        />
      ) : (
        <TitleTile tile={titleTile(episode, language)} />
      )}
      {isCurrent && <Icon name="play" className="text-2xl" />}
      {percent > 0 && (
        <span className="episode-watched">
          <span style={{ width: `${percent}%` }} />
        </span>
      )}
    </span>
  )
}
