/** What the picture offers by itself: skipping the intro, the next episode, the advert's end. */
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import { secondsUntilSkip } from '#src/lib/player/advert-tracking.ts'
import { COUNTDOWN_SECONDS, canSkipIntro, nextEpisodePrompt } from '#src/lib/player/next-episode.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { usePlayer } from './context.ts'
import { Icon } from './Icon.tsx'

/** With a remote, a new prompt is under the finger at once; a layer or a control in use keeps the focus. */
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
  const [stoppedFor, setStoppedFor] = useState('')
  const [hiddenFor, setHiddenFor] = useState('')
  const next = descriptor?.next ?? null
  const state = nextEpisodePrompt({
    hasNext: next !== null,
    time,
    duration: end,
    creditsAt: descriptor?.credits_at ?? null,
    hasEnded: status === 'ended',
    autoplay: autoplayNext,
    isStopped: stoppedFor === next?.id,
  })
  const isDue = state.kind === 'due'
  useEffect(() => {
    if (isDue && next) onPlay(next)
  }, [isDue])

  const isHidden = hiddenFor === next?.id && status !== 'ended'
  const isShown = state.kind !== 'none' && !isHidden
  const button = usePromptFocus(isShown)
  if (!next || !isShown) return null
  const secondsLeft = state.kind === 'counting' ? state.secondsLeft : 0
  return (
    <aside className="next-episode-card" aria-label={t('player.next')}>
      <p className="next-episode-label" role="status">
        {state.kind === 'counting'
          ? t('player.next.countdown', { seconds: secondsLeft })
          : t('player.next')}
      </p>
      <p className="next-episode-title">
        <bdi>{next.title}</bdi>
      </p>
      <div className="flex gap-2 mt-3">
        <button
          ref={button}
          type="button"
          className="player-button"
          data-kind="main"
          onClick={() => onPlay(next)}
        >
          {state.kind === 'counting' && (
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
            setStoppedFor(next.id)
            setHiddenFor(next.id)
          }}
        >
          {t('player.next.cancel')}
        </button>
      </div>
    </aside>
  )
}

export function AdvertBar() {
  const { player, t } = usePlayer()
  const { time, end } = useStore(player.$timeline)
  const descriptor = useStore(player.$descriptor)
  const advert = descriptor?.advert
  if (!advert) return null
  const wait = secondsUntilSkip(advert.skip_after, time)
  return (
    <div className="advert-bar">
      <span className="advert-label">{t('player.advert.label')}</span>
      <span className="advert-remaining">
        {end > 0 && t('player.advert.remaining', { seconds: Math.max(0, Math.ceil(end - time)) })}
      </span>
      {advert.click_url && (
        <a
          className="player-button"
          href={advert.click_url}
          target="_blank"
          rel="noopener noreferrer sponsored"
          onClick={() => {
            player.clickAdvert()
            player.pause()
          }}
        >
          {t('player.advert.visit')}
        </a>
      )}
      {wait !== null && (
        <button
          type="button"
          className="player-button"
          data-kind="main"
          disabled={wait > 0}
          onClick={() => player.skipAdvert()}
        >
          {wait > 0 ? t('player.advert.skipIn', { seconds: wait }) : t('player.advert.skip')}
        </button>
      )}
    </div>
  )
}
