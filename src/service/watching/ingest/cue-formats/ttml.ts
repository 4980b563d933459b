/** Parses TTML (W3C Timed Text Markup Language, also called DFXP). */
import { toLatinDigits } from '#src/contract/digits.ts'
import {
  childElements,
  readXml,
  type XmlElement,
  XmlError,
} from '../../../platform/text/read-xml.ts'
import { IngestError } from '../ingest-error.ts'
import { addCue, omitCue, type ParsedCaptions } from './cue.ts'
import { escapeMarkup } from './cue-markup.ts'

/** Units of the times in the file. */
type Clock = { frameRate: number; subFrames: number; tickRate: number }
type Span = { start: number; end: number }

const DEFAULT_FRAME_RATE = 30

/** True for XML whose root element is `tt`. */
export function isTtml(text: string): boolean {
  let at = text.search(/\S/)
  while (text.startsWith('<?', at) || text.startsWith('<!', at)) {
    const end = text.startsWith('<!--', at) ? '-->' : '>'
    const found = text.indexOf(end, at)
    if (found === -1) return false
    at = found + end.length
    while (/\s/.test(text[at] ?? '')) at += 1
  }
  return /^<(?:\w{1,60}:)?tt[\s>]/.test(text.slice(at, at + 80))
}

/**
 * Parses TTML. Italic, bold and underlined text is kept; positions and colours are not.
 * @param file name for messages
 * @throws IngestError
 */
export function parseTtml(text: string, file: string): ParsedCaptions {
  const root = parse(text, file)
  const clock = clockOf(root)
  const styles = stylesIn(root)
  const captions: ParsedCaptions = { cues: [], omissions: [] }
  for (const body of childElements(root).filter(it => it.name === 'body'))
    collect(body, { start: 0, end: Number.POSITIVE_INFINITY })
  return captions

  /** @param within null inside an element whose time cannot be read */
  function collect(element: XmlElement, within: Span | null) {
    const span = within && spanOf(element, within, clock)
    const children = childElements(element)
    const hasTimedSpans = element.name === 'p' && children.some(it => isTimed(it))
    if (element.name !== 'p') for (const child of children) collect(child, span)
    else if (hasTimedSpans)
      for (const child of children) add(child, span && spanOf(child, span, clock))
    else add(element, span)
  }

  function add(element: XmlElement, span: Span | null) {
    const said = textOf(element, styles)
    const lines = said.split('\n').map(line => line.replace(/ {2,}/g, ' ').trim())
    const shown = lines.filter(line => line !== '').join('\n')
    const { line } = element
    if (span && (Number.isFinite(span.end) || shown === ''))
      addCue(captions, { ...span, text: shown, line })
    else captions.omissions.push(omitCue(line, 'no_time', shown))
  }
}

function parse(text: string, file: string): XmlElement {
  try {
    const root = readXml(text)
    if (root.name === 'tt') return root
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw new IngestError(
      `${file}:${error.line}: The captions are not well-formed TTML: ${error.reason}.`,
    )
  }
  throw new IngestError(`${file} is not TTML: the root element must be <tt>.`)
}

/** Finds an attribute by its local name, because files choose their own prefixes. */
function attribute(element: XmlElement, name: string): string | null {
  return element.attributes.get(name)?.trim() ?? null
}

function clockOf(root: XmlElement): Clock {
  const number = (name: string) => Number(attribute(root, name) ?? 0) || null
  const [over, under] = (attribute(root, 'frameRateMultiplier') ?? '1 1')
    .split(/[\s:]+/)
    .map(Number)
  const nominal = number('frameRate') ?? DEFAULT_FRAME_RATE
  const frameRate = (nominal * (over || 1)) / (under || 1)
  const subFrames = number('subFrameRate') ?? 1
  const isInFrames = number('frameRate') !== null
  const tickRate = number('tickRate') ?? (isInFrames ? frameRate * subFrames : 1)
  return { frameRate, subFrames, tickRate }
}

const UNITS: Record<string, (value: number, clock: Clock) => number> = {
  h: value => value * 3_600,
  m: value => value * 60,
  s: value => value,
  ms: value => value / 1_000,
  f: (value, { frameRate }) => value / frameRate,
  t: (value, { tickRate }) => value / tickRate,
}

/** Parses `00:01:02.5`, `00:01:02:12` with frames, `62.5s`, `62500ms`, `1500f` and `100t`; null for anything else. */
export function ttmlSeconds(time: string, clock: Clock): number | null {
  const [, hours, minutes, seconds, frames, parts] =
    /^(\d{2,}):(\d\d):(\d\d(?:\.\d+)?)(?::(\d{2,})(?:\.(\d+))?)?$/.exec(time) ?? []
  if (seconds !== undefined) {
    const whole = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
    const rest = Number(frames ?? 0) + Number(parts ?? 0) / clock.subFrames
    return whole + rest / clock.frameRate
  }
  const [, value, unit = ''] = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/.exec(time) ?? []
  const convert = UNITS[unit]
  if (value === undefined || !convert) return null
  return convert(Number(value), clock)
}

const isTimed = (element: XmlElement) =>
  ['begin', 'end', 'dur'].some(name => attribute(element, name) !== null)

/** Times of an element are relative to its parent, and end with the parent. Returns null for a time that cannot be read. */
function spanOf(element: XmlElement, within: Span, clock: Clock): Span | null {
  const [begin = 0, end = Number.POSITIVE_INFINITY, lasts = Number.POSITIVE_INFINITY] = [
    'begin',
    'end',
    'dur',
  ].map(name => {
    const said = attribute(element, name)
    return said === null ? undefined : (ttmlSeconds(toLatinDigits(said), clock) ?? Number.NaN)
  })
  const start = within.start + begin
  const span = { start, end: Math.min(within.end, within.start + end, start + lasts) }
  return Number.isNaN(span.start) || Number.isNaN(span.end) ? null : span
}

const MARKS: [tag: string, name: string, value: RegExp][] = [
  ['i', 'fontStyle', /italic|oblique/],
  ['b', 'fontWeight', /bold/],
  ['u', 'textDecoration', /(?:^|\s)underline/],
]

/** Returns WebVTT tags by the id of a style in the head. */
function stylesIn(root: XmlElement): Map<string, string[]> {
  const head = childElements(root).filter(it => it.name === 'head')
  const styles = head
    .flatMap(childElements)
    .flatMap(childElements)
    .filter(it => it.name === 'style')
  return new Map(styles.map(style => [attribute(style, 'id') ?? '', ownMarks(style)]))
}

function ownMarks(element: XmlElement): string[] {
  return MARKS.flatMap(([tag, name, value]) =>
    value.test(attribute(element, name) ?? '') ? [tag] : [],
  )
}

/** Returns the text of a paragraph or a span; line breaks and indents of the file become spaces. */
function textOf(element: XmlElement, styles: Map<string, string[]>): string {
  const inner = element.children
    .map(child => {
      if (typeof child === 'string') return escapeMarkup(child).replace(/\s+/g, ' ')
      if (child.name === 'br') return '\n'
      return child.name === 'span' ? textOf(child, styles) : ''
    })
    .join('')
  const named = (attribute(element, 'style') ?? '').split(/\s+/)
  const marks = new Set([...named.flatMap(id => styles.get(id) ?? []), ...ownMarks(element)])
  if (inner.trim() === '') return inner
  return [...marks].reduce((text, tag) => `<${tag}>${text}</${tag}>`, inner)
}
