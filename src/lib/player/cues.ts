/** Caption cues as plain data, and their WebVTT text as styled spans. Times in seconds. */
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

/** Adds a segment's cues, sorted by start; a cue that two segments repeat is kept once. */
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

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

function decode(text: string) {
  return text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

const STYLES = { i: 'italic', b: 'bold', u: 'underline' } as const

/** Lines of styled spans. Tags other than `i`, `b` and `u` are dropped, their text is kept. */
export function cueLines(text: string): Span[][] {
  return text.split(/\r?\n/).map(spansOf)
}

function spansOf(line: string): Span[] {
  const open = new Set<keyof typeof STYLES>()
  const spans: Span[] = []
  for (const part of line.split(/(<[^>]*>)/)) {
    const tag = /^<(\/?)([a-z]*)[^>]*>$/i.exec(part)
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
