import { useEffect, useState } from 'react'
import type { ContentCard, Season } from '#src/contract/content.ts'
import { getContent } from '#src/contract/endpoints/content.ts'
import { api } from '#src/lib/api/browser.ts'
import { useMarks } from '../ui/use-marks.ts'
import { usePlayer } from './context.ts'
import { EpisodeRow } from './EpisodeRow.tsx'
import { Panel } from './Panel.tsx'

const NO_EPISODES: readonly ContentCard[] = []

interface EpisodesPanelProps {
  seriesId: string
  currentId: string
  onPlay(episode: ContentCard): void
  onClose(): void
}

export default function EpisodesPanel({
  seriesId,
  currentId,
  onPlay,
  onClose,
}: EpisodesPanelProps) {
  const { t } = usePlayer()
  const { seasons, hasFailed, load } = useSeasons(seriesId)
  return (
    <Panel id="player-episodes" isFullHeight title={t('player.episodes')} onClose={onClose}>
      {hasFailed && (
        <div className="p-6 text-center" role="alert">
          <p>{t('player.episodes.failed')}</p>
          <button type="button" className="player-button" onClick={load}>
            {t('common.retry')}
          </button>
        </div>
      )}
      {!seasons && !hasFailed && <Skeleton />}
      {seasons && <Seasons seasons={seasons} currentId={currentId} onPlay={onPlay} />}
    </Panel>
  )
}

function useSeasons(seriesId: string) {
  const [seasons, setSeasons] = useState<Season[] | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const unmounted = new AbortController()
    setFailed(false)
    api(getContent, { params: { short_id: seriesId } }, { signal: unmounted.signal }).then(
      content => setSeasons(content.seasons),
      () => unmounted.signal.aborted || setFailed(true),
    )
    return () => unmounted.abort()
  }, [seriesId, attempt])
  return { seasons, hasFailed, load: () => setAttempt(attempt + 1) }
}

function Seasons({
  seasons,
  currentId,
  onPlay,
}: { seasons: Season[] } & Pick<EpisodesPanelProps, 'currentId' | 'onPlay'>) {
  const { t } = usePlayer()
  const current = seasons.findIndex(it =>
    it.episodes.some(({ short_id }) => short_id === currentId),
  )
  const [at, setAt] = useState(Math.max(0, current))
  const season = seasons[at]
  const marks = useMarks((season?.episodes ?? NO_EPISODES).map(({ id }) => id))
  return (
    <>
      {seasons.length > 1 && (
        <div
          className="season-tabs"
          role="tablist"
          aria-label={t('player.seasons')}
          data-focus-row="seasons"
        >
          {seasons.map((it, index) => (
            <button
              key={it.id}
              type="button"
              role="tab"
              aria-selected={index === at}
              className="season-tab"
              onClick={() => setAt(index)}
            >
              {t('player.season', { number: it.number })}
            </button>
          ))}
        </div>
      )}
      <ol className="episode-list">
        {season?.episodes.map(episode => (
          <li key={episode.id}>
            <EpisodeRow
              episode={episode}
              progress={marks[episode.id]?.progress ?? null}
              isCurrent={episode.short_id === currentId}
              onPlay={() => onPlay(episode)}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

function Skeleton() {
  return (
    <div className="p-4 space-y-3" aria-hidden="true">
      {[1, 2, 3, 4].map(row => (
        <div key={row} className="h-14 skeleton" />
      ))}
    </div>
  )
}
