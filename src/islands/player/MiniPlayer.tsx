import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { AudioBookPlayer } from '#src/lib/player/audio-book-player.ts'
import type { PlayerTexts } from './context.ts'
import { Icon } from './Icon.tsx'

interface MiniPlayerProps {
  player: AudioBookPlayer
  t: PlayerTexts
  title: string
  artwork: string | null
}

/** A fixed bar that is visible while the controls of the audio book are scrolled out of view. */
export function MiniPlayer({ player, t, title, artwork }: MiniPlayerProps) {
  const { shouldPlay, time, duration } = useStore(player.$state)
  const isShown = useIsScrolledAway('.audio-book-transport')
  if (!isShown) return null
  return (
    <aside className="audio-book-mini" aria-label={t('player.book.title')}>
      {artwork && <img src={artwork} alt="" width={40} height={60} />}
      <bdi className="flex-1 truncate font-600">{title}</bdi>
      <button
        type="button"
        className="btn-icon text-2xl"
        aria-label={shouldPlay ? t('player.pause') : t('player.play')}
        onClick={() => player.toggle()}
      >
        <Icon name={shouldPlay ? 'pause' : 'play'} />
      </button>
      <span
        className="audio-book-mini-progress"
        dir="ltr"
        style={{ width: `${duration > 0 ? (time / duration) * 100 : 0}%` }}
      />
    </aside>
  )
}

function useIsScrolledAway(selector: string) {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const element = document.querySelector(selector)
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false))
    observer.observe(element)
    return () => observer.disconnect()
  }, [selector])
  return isAway
}
