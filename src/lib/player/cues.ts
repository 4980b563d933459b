/** Caption cues as plain data, and their WebVTT text as styled spans. Times in seconds. */
import { isRightToLeft } from '../text/direction.ts'
import { isPersian, toPersianLetters } from '../text/persian-letters.ts'

export interface Cue {
  start: number
  end: number
  text: string
}

export interface Span {
  text: string
  italic?: boolean
  bold?: boolean
  underline?: boolean
}

/** Adds a segment's cues, sorted by start. A cue that two segments repeat is kept once. */
export function mergeCues(cues: Cue[], added: Cue[]): Cue[] {
  const seen = new Set(cues.map(keyOf))
  const fresh = added.filter(cue => {
    const key = keyOf(cue)
    return !seen.has(key) && seen.add(key)
  })
  return fresh.length === 0 ? cues : [...cues, ...fresh].sort((a, b) => a.start - b.start)
}

function keyOf({ start, end, text }: Cue) {
  return `${start.toFixed(2)}|${end.toFixed(2)}|${text}`
}

export function cuesAt(cues: Cue[], time: number): Cue[] {
  return cues.filter(cue => cue.start <= time && time < cue.end)
}

/** Returns the direction of lines. A Persian line may begin with a Latin word, and is still written from right to left. */
export function captionDirection(language: string | undefined): 'rtl' | 'auto' {
  return language !== undefined && isRightToLeft(language) ? 'rtl' : 'auto'
}

/** References in streams of others; captions of ingested titles have only the first three. */
const REFERENCES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
  zwnj: '\u200c',
  zwj: '\u200d',
  hellip: '…',
  laquo: '«',
  raquo: '»',
  ndash: '–',
  mdash: '—',
}

function decode(text: string) {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,20}));/gi,
    (whole, ten, sixteen, name) => {
      if (name) return REFERENCES[name] ?? whole
      const code = ten ? Number(ten) : Number.parseInt(sixteen, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

const STYLES = { i: 'italic', b: 'bold', u: 'underline' } as const
/** Other less-than signs are text, in files that do not escape them. The length keeps the time linear. */
const TAG = /(<\/?[a-z][^<>]{0,500}>|<\/>|<[\d:.]{5,20}>)/i

/**
 * Returns lines of styled spans; a style may continue on the next line. Tags other than `i`, `b` and `u` are dropped, but their
 * text is kept.
 */
export function cueLines(text: string, language?: string): Span[][] {
  const open = new Set<keyof typeof STYLES>()
  const own = isPersian(language) ? toPersianLetters(text) : text
  return own.split(/\r?\n/).map(line => spansOf(line, open))
}

function spansOf(line: string, open: Set<keyof typeof STYLES>): Span[] {
  const spans: Span[] = []
  for (const [at, part] of line.split(TAG).entries()) {
    const tag = at % 2 === 1 ? /^<(\/?)([a-z]*)/i.exec(part) : null
    if (tag) toggle(open, tag[2]?.toLowerCase() ?? '', tag[1] === '/')
    else if (part) spans.push({ text: decode(part), ...stylesOf(open) })
  }
  return spans
}

function toggle(open: Set<keyof typeof STYLES>, name: string, isClosing: boolean) {
  if (name !== 'i' && name !== 'b' && name !== 'u') return
  if (isClosing) open.delete(name)
  else open.add(name)
}

function stylesOf(open: Set<keyof typeof STYLES>) {
  return Object.fromEntries([...open].map(name => [STYLES[name], true]))
}
