/** Lets hls.js switch to the quality that the viewer chose as soon as playback allows it. */
import type HlsPlayer from 'hls.js'

type Levels = Pick<HlsPlayer, 'currentLevel' | 'nextLevel' | 'on' | 'off'>
type Hls = Pick<typeof HlsPlayer, 'Events'>

/**
 * Returns the function that chooses a level; -1 leaves it to hls.js. A choice discards what is buffered in another quality behind the next
 * segment. If that segment is not complete at this moment, hls.js discards nothing and plays the buffer to its end, which may be
 * minutes away, so the choice is repeated with each segment until something is discarded or the level plays.
 */
export function createLevelSwitch({ Events }: Hls, hls: Levels): (level: number) => void {
  let waiting: number | null = null
  const choose = (level: number) => {
    waiting = level < 0 ? null : level
    const discarded = () => {
      waiting = null
    }
    hls.on(Events.BUFFER_FLUSHING, discarded)
    hls.nextLevel = level
    hls.off(Events.BUFFER_FLUSHING, discarded)
  }
  hls.on(Events.FRAG_CHANGED, () => {
    if (waiting === null) return
    if (hls.currentLevel === waiting) waiting = null
    else choose(waiting)
  })
  return choose
}
