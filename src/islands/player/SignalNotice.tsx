/** Says that a live channel sends nothing new: its playlist is there, and the picture stands still. Playback goes on by itself. */
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { isBusy } from '#src/lib/player/player-state.ts'
import { usePlayer } from './context.ts'

/** A network that is slow for a moment is not the channel's fault. */
const AFTER_MS = 8_000

export function SignalNotice() {
  const { player, t } = usePlayer()
  const state = useStore(player.$state)
  const isStanding = state.isLive && isBusy(state)
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!isStanding) return
    const timer = window.setTimeout(() => setIsShown(true), AFTER_MS)
    return () => {
      window.clearTimeout(timer)
      setIsShown(false)
    }
  }, [isStanding])
  return (
    <p className="signal-notice" role="status">
      {isShown && t('player.live.silent')}
    </p>
  )
}
