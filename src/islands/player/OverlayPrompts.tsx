/** Prompts over the video: skip the intro, play the next episode. */
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import { PICTURES } from '#src/contract/limits.ts'
import {
  COUNTDOWN_SECONDS,
  canSkipIntro,
  nextEpisodePrompt,
} from '#src/lib/player/episode-prompts.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { usePlayer } from './context.ts'
import { Icon } from './Icon.tsx'

/** Focuses a new prompt on a TV, unless the controls are in use. */
function usePromptFocus(isShown: boolean) {
  const { root, isTv } = usePlayer()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isShown || !isTv) return
    const isInUse = !root.hasAttribute('data-idle') && root.contains(document.activeElement)
    if (!isInUse) button.current?.focus()
  }, [isShown, isTv, root])
  return button
}

export function SkipIntro() {
  const { player, t } = usePlayer()
  const descriptor = useStore(player.$descriptor)
  const { time } = useStore(player.$timeline)
  const intro = descriptor?.intro ?? null
  const isShown = intro !== null && canSkipIntro(intro, time)
  const button = usePromptFocus(isShown)
  if (!isShown) return null
  return (
    <button
      ref={button}
      type="button"
      className="prompt-button"
      onClick={() => player.seek(intro.end)}
    >
      {t('player.skipIntro')}
      <Icon name="next" className="text-lg" />
    </button>
  )
}

export function NextEpisodeCard({ onPlay }: { onPlay(next: ContentCard): void }) {
  const { player, t } = usePlayer()
  const descriptor = useStore(player.$descriptor)
  const { time, end } = useStore(player.$timeline)
  const { status } = useStore(player.$state)
  const { autoplayNext } = useStore($preferences)
  const [cancelledFor, setCancelledFor] = useState('')
  const [hiddenFor, setHiddenFor] = useState('')
  const next = descriptor?.next ?? null
  const prompt = nextEpisodePrompt({
    hasNext: next !== null,
    time,
    duration: end,
    creditsAt: descriptor?.credits_at ?? null,
    hasEnded: status === 'ended',
    autoplay: autoplayNext,
    isStopped: cancelledFor === next?.id,
  })
  const isDue = prompt.kind === 'due'
  useEffect(() => {
    if (isDue && next) onPlay(next)
  }, [isDue])

  const isHidden = hiddenFor === next?.id && status !== 'ended'
  const isShown = prompt.kind !== 'none' && !isHidden
  const button = usePromptFocus(isShown)
  if (!next || !isShown) return null
  const secondsLeft = prompt.kind === 'counting' ? prompt.secondsLeft : 0
  return (
    <aside className="next-episode-card" aria-label={t('player.next')}>
      <p className="next-episode-label" role="status">
        {prompt.kind === 'counting'
          ? t('player.next.countdown', { seconds: secondsLeft })
          : t('player.next')}
      </p>
      <div className="next-episode-head">
        {next.backdrop_image && (
          <img
            className="next-episode-picture"
            src={`${next.backdrop_image.path}-${PICTURES.backdrop.webp[0]}.webp`}
            alt=""
            width={112}
            height={63}
          />
        )}
        <p className="next-episode-title">
          <bdi>{next.title}</bdi>
        </p>
      </div>
      <div className="flex gap-2 mt-3">
        <button
          ref={button}
          type="button"
          className="player-button"
          data-kind="main"
          onClick={() => onPlay(next)}
        >
          {prompt.kind === 'counting' && (
            <span
              className="next-episode-countdown"
              style={{ width: `${((COUNTDOWN_SECONDS - secondsLeft) / COUNTDOWN_SECONDS) * 100}%` }}
            />
          )}
          <Icon name="play" />
          <span className="relative">{t('player.next.playNow')}</span>
        </button>
        <button
          type="button"
          className="player-button"
          onClick={() => {
            setCancelledFor(next.id)
            setHiddenFor(next.id)
          }}
        >
          {t('player.next.cancel')}
        </button>
      </div>
    </aside>
  )
}
