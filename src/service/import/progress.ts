/** How far an import is: a line every few seconds. */
import type { Summary } from './work.ts'

const BAR = 24
const EVERY_MS = 2_000

/** `size` in bytes; null where it is unknown, as with standard input. */
export function createProgress(
  say: (line: string) => void,
  size: number | null,
  now = () => Date.now(),
): (bytes: number, summary: Readonly<Summary>) => void {
  const started = now()
  let shown = started
  return (bytes, summary) => {
    const time = now()
    if (time - shown < EVERY_MS) return
    shown = time
    say(progressLine({ bytes, size, seconds: (time - started) / 1_000, summary }))
  }
}

export type Position = {
  bytes: number
  size: number | null
  seconds: number
  summary: Readonly<Summary>
}

export function progressLine({ bytes, size, seconds, summary }: Position): string {
  const count = Object.values(summary).reduce((sum, each) => sum + each, 0)
  const rate = seconds > 0 ? `${Math.round(count / seconds)} a second` : ''
  if (!size) return [`${count} lines`, rate].filter(Boolean).join(', ')
  const part = Math.min(1, bytes / size)
  const filled = Math.round(part * BAR)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled)
  const left = part > 0 && part < 1 ? `${timeOf((seconds / part) * (1 - part))} left` : ''
  return [`${bar} ${Math.floor(part * 100)}%`, `${count} lines`, rate, left]
    .filter(Boolean)
    .join(', ')
}

function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

export function summaryLines(summary: Readonly<Summary>): string[] {
  const { created, changed, unchanged, removed, rejected } = summary
  return [
    `new        ${created}`,
    `changed    ${changed}`,
    `unchanged  ${unchanged}`,
    ...(removed > 0 ? [`removed    ${removed}`] : []),
    `rejected   ${rejected}`,
  ]
}
