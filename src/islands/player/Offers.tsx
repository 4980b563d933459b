/** What the picture offers by itself: skipping the intro, the next episode, the advert's end. */
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import { skipIn } from '#src/lib/player/adverts.ts'
import { COUNTDOWN_SECONDS, canSkipIntro, nextOffer } from '#src/lib/player/next-episode.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { usePlayer } from './context.ts'
import { Icon } from './Icon.tsx'

/** With a remote, what is offered is under the finger at once; a layer or a control in use keeps the focus. */
function useOffered(isOffered: boolean) {
  const { root, isTv } = usePlayer()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOffered || !isTv) return
    const isInUse = !root.hasAttribute('data-idle') && root.contains(document.activeElement)
    if (!isInUse) button.current?.focus()
  }, [isOffered, isTv, root])
  return button
}

export function SkipIntro() {
  const { player, t } = usePlayer()
  const offer = useStore(player.$offer)
  const { time } = useStore(player.$position)
  const intro = offer?.intro ?? null
  const isOffered = intro !== null && canSkipIntro(intro, time)
  const button = useOffered(isOffered)
  if (!isOffered) return null
  return (
    <button
      ref={button}
      type="button"
      className="offer-button"
      onClick={() => player.seek(intro.end)}
    >
      {t('player.skipIntro')}
      <Icon name="next" className="text-lg" />
    </button>
  )
}

export function NextCard({ onPlay }: { onPlay(next: ContentCard): void }) {
  const { player, t } = usePlayer()
  const offer = useStore(player.$offer)
  const { time, end } = useStore(player.$position)
  const { status } = useStore(player.$playback)
  const { autoplayNext } = useStore($preferences)
  const [stoppedFor, setStoppedFor] = useState('')
  const [hiddenFor, setHiddenFor] = useState('')
  const next = offer?.next ?? null
  const state = nextOffer({
    hasNext: next !== null,
    time,
    duration: end,
    creditsAt: offer?.credits_at ?? null,
    hasEnded: status === 'ended',
    autoplay: autoplayNext,
    isStopped: stoppedFor === next?.id,
  })
  const isDue = state.kind === 'due'
  useEffect(() => {
    if (isDue && next) onPlay(next)
  }, [isDue])

  const isHidden = hiddenFor === next?.id && status !== 'ended'
  const isOffered = state.kind !== 'none' && !isHidden
  const button = useOffered(isOffered)
  if (!next || !isOffered) return null
  const secondsLeft = state.kind === 'counting' ? state.secondsLeft : 0
  return (
    <aside className="next-card" aria-label={t('player.next')}>
      <p className="next-label" role="status">
        {state.kind === 'counting'
          ? t('player.next.countdown', { seconds: secondsLeft })
          : t('player.next')}
      </p>
      <p className="next-title">
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
              className="next-fill"
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
  const { time, end } = useStore(player.$position)
  const offer = useStore(player.$offer)
  const advert = offer?.advert
  if (!advert) return null
  const wait = skipIn(advert.skip_after, time)
  return (
    <div className="advert-bar">
      <span className="advert-label">{t('player.advert.label')}</span>
      <span className="advert-rest">
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
