/** Times of SubRip, WebVTT and ASS, as people and programs write them. */
import { toLatinDigits } from '#src/contract/digits.ts'

interface Timing {
  /** Seconds; may be negative. */
  start: number
  end: number
  /** Text after the times. */
  rest: string
}

/** Hours are optional; a fraction has one digit or more, after a point, a comma, a colon or their Persian forms. */
const TIME = String.raw`([-−]?)(?:(\d{1,4}) ?: ?)?(\d{1,3}) ?: ?(\d{1,2})(?: ?[.,:;٫،] ?(\d{1,9}))?`
const ARROW = String.raw`--?>|--?&gt;|[^\p{L}\p{N}]{1,10}?`
const TIMING = new RegExp(String.raw`^\s*${TIME}\s{0,9}(${ARROW})\s{0,9}${TIME}(?!\d)`, 'u')
const ONE_TIME = new RegExp(`^${TIME}$`, 'u')
const HALF_A_TIMING = /^\s*-?\d{1,4} ?:.{0,40}--?(?:>|&gt;)|--(?:>|&gt;)\s{0,9}-?\d{1,4} ?:/u
const ARROW_SIGN = /[>→⇒⟶➔➜›»]|&gt;/u
/** Times are at the beginning of a line, so the rest of a long line is not searched. */
const LONGEST = 300
/** Length of `0:1-->0:2`. */
const SHORTEST = 9

/** Returns the times of a line such as `00:00:01,000 --> 00:00:03,5 line:80%`; null if it is another line. */
export function parseTimingLine(line: string): Timing | null {
  if (line.length < SHORTEST) return null
  const head = simplify(line.slice(0, LONGEST))
  const match = TIMING.exec(head)
  if (!match) return null
  const [whole, ...parts] = match
  const [first, arrow = '', second] = [parts.slice(0, 5), parts[5], parts.slice(6, 11)]
  const isExact = arrow === '-->' || arrow === '--&gt;'
  const isPrecise = [first, second].every(([, hours, , , rest]) => hours && rest)
  const isClear = [first, second].every(([, hours, , , rest]) => hours || rest)
  if (!isExact && !isPrecise && !(isClear && ARROW_SIGN.test(arrow))) return null
  const rest = `${head.slice(whole.length)}${line.slice(LONGEST)}`
  return { start: secondsOf(first), end: secondsOf(second), rest: rest.trim() }
}

/** True for a line that was meant as times, such as `00:00:xx,000 --> 00:00:03,000`. */
export function isBrokenTimingLine(line: string): boolean {
  return line.includes('-') && HALF_A_TIMING.test(simplify(line.slice(0, LONGEST)))
}

/** Returns the number in a line that has nothing else; null for other lines. */
export function parseCueNumber(line: string): number | null {
  const match = line.length > 20 ? null : /^\s*#?(\d{1,9})[.:]?\s*$/.exec(simplify(line))
  return match ? Number(match[1]) : null
}

/** Returns seconds; null if the text is not a time. */
export function parseCueTime(text: string): number | null {
  const match = text.length > 40 ? null : ONE_TIME.exec(simplify(text).trim())
  return match ? secondsOf(match.slice(1)) : null
}

function simplify(line: string): string {
  return toLatinDigits(line.replace(/\p{Cf}/gu, ''))
}

function secondsOf([sign, hours = '0', minutes = '0', seconds = '0', fraction = '0']: (
  | string
  | undefined
)[]): number {
  const whole = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  return (sign ? -1 : 1) * (whole + Number(`0.${fraction}`))
}
