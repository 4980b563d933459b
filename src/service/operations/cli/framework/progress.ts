/** Shows the progress of long work on standard error: a bar in a terminal, a line per tenth elsewhere. */
import { line, rewriteLine, say } from '../terminal.ts'

type Out = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>

const WIDTH = 32
const BAR_MS = 100
const LINE_MS = 2_000

/**
 * Shows the completed share of a phase, from 0 to 1, with a detail such as `1200 lines`. If the share is unknown (null), a terminal shows
 * the phase alone.
 */
export type Progress = (phase: string, share: number | null, detail?: string) => void

/** Returns the display of a command; it shows nothing if `isQuiet`. */
export function createProgressDisplay(isQuiet: boolean, out: Out = process.stderr): Progress {
  let shown = { phase: '', tenth: -1, at: 0 }
  let startedAt = 0
  return (phase, share, detail = '') => {
    if (isQuiet) return
    const now = performance.now()
    const tenth = Math.floor((share ?? 0) * 10)
    const isNewPhase = phase !== shown.phase
    const isNew = isNewPhase || tenth > shown.tenth
    const isTerminal = out.isTTY === true
    if (!isNew && !(isTerminal && now - shown.at >= (share === null ? LINE_MS : BAR_MS))) return
    shown = { phase, tenth, at: now }
    if (isNewPhase) startedAt = now
    const rest = (words: readonly string[]) => words.filter(Boolean).join(', ')
    if (share === null) {
      if (isTerminal) say(line`${rest([phase, detail])}`, out)
      return
    }
    const percent = `${Math.floor(share * 100)}%`
    if (!isTerminal) return void say(line`${phase} ${percent}`, out)
    const full = Math.round(share * WIDTH)
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
    const left = timeLeft(now - startedAt, share)
    rewriteLine(`${phase} ${bar} ${rest([percent, detail, left])} `, out)
    if (share >= 1 && isNew) say('', out)
  }
}

/** Returns the estimated rest of a phase, such as `2 min 5 s left`; nothing in the first seconds. */
function timeLeft(elapsedMs: number, share: number): string {
  if (elapsedMs < LINE_MS || share <= 0 || share >= 1) return ''
  const seconds = Math.ceil((elapsedMs / 1_000 / share) * (1 - share))
  return seconds < 60
    ? `${seconds} s left`
    : `${Math.floor(seconds / 60)} min ${seconds % 60} s left`
}
