/** How far an import is: a line that updates in place on a terminal, a line every few seconds elsewhere. */
import type { WriteStream } from 'node:tty'
import { visibleLine } from '#src/lib/text/visible.ts'
import type { Summary } from './work.ts'

const BAR = 24
const RENEW_MS = 200
const PLAIN_MS = 5_000

type Out = Pick<WriteStream, 'write'> & { isTTY?: boolean }
export type Progress = {
  at: (bytes: number, summary: Readonly<Summary>) => void
  /** A line that stays; what a file holds cannot end it. */
  say: (text: string) => void
  end: () => void
}

/** `size` in bytes; null where it is unknown, as with standard input. */
export function createProgress(out: Out, size: number | null, now = () => Date.now()): Progress {
  const started = now()
  const isLive = out.isTTY === true
  let shown = started
  let line = ''
  const clear = () => {
    if (isLive && line) out.write('\r\x1b[2K')
  }
  return {
    at: (bytes, summary) => {
      const time = now()
      if (time - shown < (isLive ? RENEW_MS : PLAIN_MS)) return
      shown = time
      clear()
      line = progressLine({ bytes, size, seconds: (time - started) / 1_000, summary })
      out.write(isLive ? line : `${line}\n`)
    },
    say: text => {
      clear()
      out.write(`${visibleLine(text)}\n`)
      if (isLive) out.write(line)
    },
    end: () => {
      clear()
      line = ''
    },
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

export function summaryLines(summary: Readonly<Summary>, dryRun: boolean): string {
  const { created, changed, unchanged, removed, rejected } = summary
  const lines = [
    `new        ${created}`,
    `changed    ${changed}`,
    `unchanged  ${unchanged}`,
    ...(removed > 0 ? [`removed    ${removed}`] : []),
    `rejected   ${rejected}`,
  ]
  return [...(dryRun ? ['Nothing was written: this was a dry run.'] : []), ...lines].join('\n')
}
