/** TTML (W3C Timed Text Markup Language, also called DFXP) as WebVTT. */
import { DOMParser } from '@xmldom/xmldom'
import { IngestError } from './ingest-error.ts'
import { stamp } from './playlists.ts'

type Xml = ReturnType<DOMParser['parseFromString']>
type Element = NonNullable<Xml['documentElement']>
type Node = NonNullable<Element['firstChild']>
type Cue = { start: number; end: number; text: string }
/** Of the file: what its times count. */
type Clock = { frameRate: number; subFrames: number; tickRate: number }
type Span = { start: number; end: number }

const ELEMENT = 1
const TEXT = 3
const CDATA = 4
const DEFAULT_FRAME_RATE = 30

export function isTtml(text: string): boolean {
  return /^\ufeff?\s*(?:<\?xml[^>]*\?>|<!--[\s\S]*?-->|\s)*<(?:\w+:)?tt[\s>]/.test(text)
}

/** Italic, bold and underlined text stay so; positions and colours do not. @throws IngestError */
export function ttmlToVtt(text: string): string {
  const root = parse(text)
  const clock = clockOf(root)
  const styles = stylesIn(root)
  const cues: Cue[] = []
  for (const body of childrenOf(root).filter(it => it.localName === 'body'))
    collect(body, { start: 0, end: Number.POSITIVE_INFINITY })
  cues.sort((a, b) => a.start - b.start)
  const blocks = cues.map(cue => `${stamp(cue.start)} --> ${stamp(cue.end)}\n${cue.text}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')

  function collect(element: Element, within: Span) {
    const span = spanOf(element, within, clock)
    const timed = childrenOf(element)
    const hasTimedSpans = element.localName === 'p' && timed.some(it => isTimed(it))
    if (element.localName !== 'p') for (const child of timed) collect(child, span)
    else if (hasTimedSpans)
      for (const child of timed) add(spanOf(child, span, clock), textOf(child, styles))
    else add(span, textOf(element, styles))
  }

  function add({ start, end }: Span, said: string) {
    const lines = said.split('\n').map(line => line.replace(/[ \t]+/g, ' ').trim())
    const shown = lines.filter(line => line !== '').join('\n')
    if (shown !== '' && end > start && Number.isFinite(end)) cues.push({ start, end, text: shown })
  }
}

function parse(text: string): Element {
  const faults: string[] = []
  const onFault = (message: string) => faults.push(message)
  const errorHandler = { warning: () => undefined, error: onFault, fatalError: onFault }
  const document = new DOMParser({ errorHandler }).parseFromString(
    text.replace(/^\ufeff/, ''),
    'text/xml',
  )
  const root = document?.documentElement
  if (faults.length > 0 || root?.localName !== 'tt')
    throw new IngestError('The captions are not well-formed TTML.')
  return root
}

function childrenOf(element: Element): Element[] {
  return nodesOf(element).filter((it): it is Element => it.nodeType === ELEMENT)
}

function nodesOf(element: Element): Node[] {
  return Array.from(element.childNodes)
}

/** By its name without the prefix, which every file may choose. */
function attribute(element: Element, name: string): string | null {
  const found = Array.from(element.attributes).find(it => (it.localName ?? it.name) === name)
  return found?.value.trim() ?? null
}

function clockOf(root: Element): Clock {
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

/** `00:01:02.5`, `00:01:02:12` with frames, `62.5s`, `62500ms`, `1500f`, `100t`. @throws IngestError */
export function ttmlSeconds(time: string, clock: Clock): number {
  const [, hours, minutes, seconds, frames, parts] =
    /^(\d{2,}):(\d\d):(\d\d(?:\.\d+)?)(?::(\d{2,})(?:\.(\d+))?)?$/.exec(time) ?? []
  if (seconds !== undefined) {
    const whole = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
    const rest = Number(frames ?? 0) + Number(parts ?? 0) / clock.subFrames
    return whole + rest / clock.frameRate
  }
  const [, value, unit = ''] = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/.exec(time) ?? []
  const convert = UNITS[unit]
  if (value === undefined || !convert)
    throw new IngestError(
      `The captions have a time that TTML does not know: "${time.slice(0, 40)}".`,
    )
  return convert(Number(value), clock)
}

const isTimed = (element: Element) =>
  ['begin', 'end', 'dur'].some(name => attribute(element, name) !== null)

/** Times of an element count from the beginning of the one around it, and end with it. */
function spanOf(element: Element, within: Span, clock: Clock): Span {
  const time = (name: string) => {
    const said = attribute(element, name)
    return said === null ? null : ttmlSeconds(said, clock)
  }
  const start = within.start + (time('begin') ?? 0)
  const [end, lasts] = [time('end'), time('dur')]
  const ends = [
    within.end,
    ...(end === null ? [] : [within.start + end]),
    ...(lasts === null ? [] : [start + lasts]),
  ]
  return { start, end: Math.min(...ends) }
}

const MARKS: [tag: string, name: string, value: RegExp][] = [
  ['i', 'fontStyle', /italic|oblique/],
  ['b', 'fontWeight', /bold/],
  ['u', 'textDecoration', /(?:^|\s)underline/],
]

/** Tags of WebVTT by the id of a style of the head. */
function stylesIn(root: Element): Map<string, string[]> {
  const head = childrenOf(root).filter(it => it.localName === 'head')
  const styles = head
    .flatMap(childrenOf)
    .flatMap(childrenOf)
    .filter(it => it.localName === 'style')
  return new Map(styles.map(style => [attribute(style, 'id') ?? '', ownMarks(style)]))
}

function ownMarks(element: Element): string[] {
  return MARKS.flatMap(([tag, name, value]) =>
    value.test(attribute(element, name) ?? '') ? [tag] : [],
  )
}

/** Of a paragraph or a span; a line break is one in the caption. */
function textOf(element: Element, styles: Map<string, string[]>): string {
  const inner = nodesOf(element)
    .map(node => {
      if (node.nodeType === TEXT || node.nodeType === CDATA) return escaped(node.nodeValue ?? '')
      if (node.nodeType !== ELEMENT) return ''
      const child = node as Element
      if (child.localName === 'br') return '\n'
      return child.localName === 'span' ? textOf(child, styles) : ''
    })
    .join('')
  const named = (attribute(element, 'style') ?? '').split(/\s+/)
  const marks = new Set([...named.flatMap(id => styles.get(id) ?? []), ...ownMarks(element)])
  if (inner.trim() === '') return inner
  return [...marks].reduce((text, tag) => `<${tag}>${text}</${tag}>`, inner)
}

/** Breaks and indents of the file are spaces. */
function escaped(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text.replace(/\s+/g, ' ').replace(/[&<>]/g, sign => signs[sign] ?? sign)
}
