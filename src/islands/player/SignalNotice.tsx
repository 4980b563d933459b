/**
 * Shows that a live picture has stopped, and whether the channel or the viewer's network is the reason. Playback resumes
 * automatically.
 */
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { diagnoseStall } from '#src/lib/player/diagnose-stall.ts'
import { isBusy } from '#src/lib/player/player-state.ts'
import { usePlayer } from './context.ts'

/** Shorter interruptions of the network are not shown. */
const AFTER_MS = 8_000
const TEXTS = { channel: 'player.live.silent', network: 'player.live.unreachable' } as const

export default function SignalNotice() {
  const { player, t } = usePlayer()
  const state = useStore(player.$state)
  const isStanding = state.isLive && isBusy(state)
  const [fault, setFault] = useState<keyof typeof TEXTS | null>(null)
  useEffect(() => {
    if (!isStanding) return
    const ended = new AbortController()
    let timer = window.setTimeout(look, AFTER_MS)
    async function look() {
      const found = await diagnoseStall(player.$descriptor.get()?.manifest_url ?? '', ended.signal)
      if (ended.signal.aborted) return
      setFault(found)
      timer = window.setTimeout(look, AFTER_MS)
    }
    return () => {
      window.clearTimeout(timer)
      ended.abort()
      setFault(null)
    }
  }, [player, isStanding])
  return (
    <p className="signal-notice" role="status">
      {fault && t(TEXTS[fault])}
    </p>
  )
}
