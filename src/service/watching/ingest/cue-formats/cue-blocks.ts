/** Parses SubRip and WebVTT, tolerating what programs and people do to them. */
import { addCue, type CaptionCue, omitCue, type ParsedCaptions } from './cue.ts'
import { toCueMarkup } from './cue-markup.ts'
import { isBrokenTimingLine, parseCueNumber, parseTimingLine } from './timing-line.ts'

interface Line {
  text: string
  /** Number in the file, from 1. */
  line: number
}

/** A cue whose text is being read. `times` is null if they cannot be read. */
interface OpenCue {
  /** Number of the line of the times. */
  line: number
  times: Pick<CaptionCue, 'start' | 'end'> | null
  settings: string
  /** Text on the line of the times. */
  inline: string
  /** The line of the times, if they cannot be read. */
  source: string
}

/** More blank lines in a row than this mean the same. */
const MOST_BLANKS = 4

/**
 * Parses SubRip and WebVTT by their lines of times: all text up to the number or name of the next cue belongs to a cue, also
 * after blank lines. In WebVTT the blocks NOTE, STYLE and REGION do not.
 */
export function parseCueBlocks(lines: readonly string[], isWebVtt: boolean): ParsedCaptions {
  const captions: ParsedCaptions = { cues: [], omissions: [] }
  let open: OpenCue | null = null
  /** Lines since the last line of times. */
  let body: Line[] = []
  /** First line of the current paragraph; empty directly after a line of times. */
  let paragraph: string | null = null
  let lastNumber: number | null = null
  let areNumbered = false
  /** Number of blank lines directly above. */
  let blanks = 0

  for (const [at, text] of lines.entries()) {
    const line = at + 1
    const timing = parseTimingLine(text)
    if (!timing && !isBrokenTimingLine(text)) {
      const isBlank = isBlankLine(text)
      blanks = isBlank ? blanks + 1 : 0
      paragraph = isBlank ? null : (paragraph ?? text)
      if (blanks <= MOST_BLANKS) body.push({ text, line })
      continue
    }
    if (isWebVtt && /^NOTE(?:\s|$)/.test(paragraph ?? '')) {
      captions.omissions.push(omitCue(line, 'comment', text))
      continue
    }
    const { length, number } = headerOf(body, { isWebVtt, lastNumber, areNumbered, isFirst: !open })
    finish(open, body.slice(0, body.length - length))
    if (!open) areNumbered = number !== null
    lastNumber = number ?? (lastNumber === null ? null : lastNumber + 1)
    open = { line, times: timing, source: text, ...splitRest(timing?.rest ?? '') }
    body = []
    blanks = 0
    paragraph = ''
  }
  finish(open, body)
  return captions

  function finish(cue: OpenCue | null, rest: readonly Line[]) {
    const own = isWebVtt ? withoutWebVttBlocks(rest, cue !== null) : rest
    const text = own.filter(it => !isBlankLine(it.text))
    if (!cue) {
      const [first] = text
      if (first) {
        const skipped = text.map(it => it.text).join(' ')
        captions.omissions.push(omitCue(first.line, 'before_first_cue', skipped))
      }
      return
    }
    const whole = [cue.inline, ...text.map(it => it.text)].filter(Boolean).join('\n')
    const markup = toCueMarkup(whole, 'html')
    if (!cue.times)
      captions.omissions.push(omitCue(cue.line, 'no_time', `${cue.source.trim()} ${whole}`))
    else
      addCue(captions, {
        ...cue.times,
        ...markup,
        line: cue.line,
        ...(isWebVtt && cue.settings ? { settings: cue.settings } : {}),
      })
  }
}

interface Place {
  isWebVtt: boolean
  lastNumber: number | null
  /** True if the first cue of the file has a number. */
  areNumbered: boolean
  /** True before the first cue. */
  isFirst: boolean
}

/** Returns how many of the last lines are the number or name of the next cue, and the number. */
function headerOf(
  body: readonly Line[],
  { isWebVtt, lastNumber, areNumbered, isFirst }: Place,
): { length: number; number: number | null } {
  const last = body.at(-1)
  if (!last) return { length: 0, number: null }
  const before = body.at(-2)
  const isAlone = before ? isBlankLine(before.text) : isFirst
  const number = parseCueNumber(last.text)
  const isNext = number !== null && number === (lastNumber ?? 0) + 1
  if (number !== null && (isAlone || isNext || areNumbered)) return { length: 1, number }
  if (isWebVtt && isAlone && !isBlankLine(last.text) && !isBlock(last.text))
    return { length: 1, number: null }
  // A file in which a blank line follows each line.
  const at = body.findLastIndex(({ text }) => !isBlankLine(text))
  const far = at === body.length - 1 ? null : parseCueNumber(body[at]?.text ?? '')
  const isFarAlone = at === 0 ? isFirst : isBlankLine(body[at - 1]?.text ?? '')
  const isFar = far !== null && far === (lastNumber ?? 0) + 1 && isFarAlone
  if (isFar && (areNumbered || isFirst) && body.length - at <= 3)
    return { length: body.length - at, number: far }
  return { length: 0, number: null }
}

const BLOCK = /^(?:NOTE|STYLE|REGION|WEBVTT|X-TIMESTAMP-MAP)(?=[\s=:]|$)/

function isBlock(text: string): boolean {
  return BLOCK.test(text.trimEnd())
}

/** Removes comments, styles, regions and headers. A style continues after a blank line until its braces are closed. */
function withoutWebVttBlocks(lines: readonly Line[], hasCue: boolean): Line[] {
  const own: Line[] = []
  let isInBlock = false
  let isStyle = false
  /** Number of open braces of a style. */
  let braces = 0
  /** The first paragraph after the times is the text of the cue, whatever it begins with. */
  let isParagraphStart = !hasCue
  for (const each of lines) {
    if (isBlankLine(each.text)) {
      isParagraphStart = true
      if (braces <= 0) isInBlock = false
    } else {
      if (isParagraphStart && !isInBlock && isBlock(each.text)) {
        isInBlock = true
        isStyle = each.text.startsWith('STYLE')
        braces = 0
      }
      isParagraphStart = false
      if (!isInBlock) own.push(each)
      else if (isStyle) braces += count(each.text, '{') - count(each.text, '}')
    }
  }
  return own
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}

const SETTING = /^(?:line|position|size|align|vertical):[\w%.,-]{1,40}$/
/** Other words after the times that are not text, such as `X1:40` and `region:top`. */
const NO_TEXT = /^[\w-]{1,20}:\S{0,60}$/

/** Separates the settings after the times from a text that was written there. */
function splitRest(rest: string): Pick<OpenCue, 'settings' | 'inline'> {
  const words = rest.split(/\s+/).filter(Boolean)
  if (!words.every(word => NO_TEXT.test(word))) return { settings: '', inline: rest }
  return { settings: words.filter(word => SETTING.test(word)).join(' '), inline: '' }
}

function isBlankLine(text: string): boolean {
  return !/[^\s\p{Cf}]/u.test(text)
}
