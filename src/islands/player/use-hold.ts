import { useRef, useState } from 'react'
import { HOLD_RATE } from '#src/lib/player/playback-rate.ts'
import { usePlayer } from './context.ts'

const HOLD_MS = 500

type Held = { timer: number; rateBefore: number | null }

/** Plays faster while a finger or the mouse button is held on the picture. */
export function useHold() {
  const { player, video } = usePlayer()
  const held = useRef<Held | null>(null)
  const [isFast, setFast] = useState(false)

  function press() {
    const { isLive, status, phase } = player.$state.get()
    release()
    if (isLive || phase !== 'title' || status !== 'playing') return
    const timer = window.setTimeout(() => {
      held.current = { timer, rateBefore: video.playbackRate }
      video.playbackRate = HOLD_RATE
      setFast(true)
    }, HOLD_MS)
    held.current = { timer, rateBefore: null }
  }

  /** @returns true if it played faster, so that the release is not a click */
  function release(): boolean {
    const { timer, rateBefore } = held.current ?? { timer: 0, rateBefore: null }
    held.current = null
    window.clearTimeout(timer)
    if (rateBefore === null) return false
    video.playbackRate = rateBefore
    setFast(false)
    return true
  }

  return { press, release, isFast }
}
