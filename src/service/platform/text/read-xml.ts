/**
 * Reads XML that others wrote, in linear time: its parts one after another, or as a tree. Takes what programs really write, such as a
 * bare `&`, but expands no entities of a document type.
 */
import { decodeHTMLStrict } from 'entities'

/** The document is not XML. `reason` says what is wrong, the message also where. */
export class XmlError extends Error {
  readonly reason: string
  /** Line of the document, from 1. */
  readonly line: number
  constructor(reason: string, line: number) {
    super(`line ${line}: ${reason}`)
    this.name = 'XmlError'
    this.reason = reason
    this.line = line
  }
}

export type XmlPart =
  | { type: 'open'; name: string; attributes: ReadonlyMap<string, string>; line: number }
  | { type: 'text'; text: string }
  | { type: 'close'; name: string }

const DEPTH_MAX = 100
const NAME = /[^\s"'<>/=]+/y
const MARKUP = /[a-z_:!?/]/i
const BLANKS = /\s*/y

export interface XmlElement {
  /** Without its prefix. */
  name: string
  /** Values by names without prefixes. */
  attributes: ReadonlyMap<string, string>
  children: (XmlElement | string)[]
  /** Line of the document, from 1. */
  line: number
}

/** Returns the root element. @throws XmlError if the text is not well-formed, has no element or is nested too deeply */
export function readXml(source: string): XmlElement {
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  for (const part of scanXml(source)) {
    const parent = open.at(-1)
    if (part.type === 'close') open.pop()
    else if (part.type === 'text') parent?.children.push(part.text)
    else {
      const attributes = new Map(
        [...part.attributes].map(([key, value]) => [localName(key), value]),
      )
      const { name, line } = part
      const element: XmlElement = { name: localName(name), attributes, children: [], line }
      if (parent) parent.children.push(element)
      else if (root) throw new XmlError('there is a second root element', line)
      else root = element
      open.push(element)
    }
  }
  if (!root) throw new XmlError('there is no element', 1)
  return root
}

/** Returns the elements directly within an element. */
export function childElements(element: XmlElement): XmlElement[] {
  return element.children.filter(child => typeof child !== 'string')
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Yields the parts of a document. @throws XmlError after the parts that precede the mistake */
export function* scanXml(source: string): Generator<XmlPart> {
  const open: string[] = []
  const lines = lineCounter(source)
  let at = 0
  const fail = (reason: string, where = at): never => {
    throw new XmlError(reason, lines(where))
  }
  /** Returns the position after the next `end`. */
  const after = (end: string, from: number): number => {
    const found = source.indexOf(end, from)
    return found === -1 ? fail(`"${end}" is missing`) : found + end.length
  }
  while (at < source.length) {
    const next = markupAt(source, at)
    if (next > at) {
      if (open.length > 0) yield { type: 'text', text: decodeHTMLStrict(source.slice(at, next)) }
      at = next
    } else if (source.startsWith('<!--', at)) at = after('-->', at + 4)
    else if (source.startsWith('<![CDATA[', at)) {
      const end = after(']]>', at + 9)
      if (open.length > 0) yield { type: 'text', text: source.slice(at + 9, end - 3) }
      at = end
    } else if (source.startsWith('<?', at)) at = after('?>', at + 2)
    else if (source.startsWith('<!', at)) {
      const end = declarationEnd(source, at)
      at = end === -1 ? fail('the document type has no end') : end
    } else if (source.startsWith('</', at)) {
      const end = after('>', at + 2)
      const name = source.slice(at + 2, end - 1).trim()
      const opened = open.pop()
      if (opened !== name)
        fail(opened ? `<${short(opened)}> is not closed` : `</${short(name)}> closes nothing`)
      yield { type: 'close', name }
      at = end
    } else {
      const tag = openTag(source, at)
      if (!tag) return fail('a tag has no end')
      const { name, attributes, isEmpty, end } = tag
      if (open.length >= DEPTH_MAX) fail(`elements are nested more than ${DEPTH_MAX} deep`)
      yield { type: 'open', name, attributes, line: lines(at) }
      if (isEmpty) yield { type: 'close', name }
      else open.push(name)
      at = end
    }
  }
  const last = open.at(-1)
  if (last !== undefined) fail(`the file ends inside <${short(last)}>`)
}

/** Returns the position of the next tag, comment or declaration. Any other `<` is text. */
function markupAt(source: string, from: number): number {
  for (let at = source.indexOf('<', from); at !== -1; at = source.indexOf('<', at + 1))
    if (MARKUP.test(source[at + 1] ?? '')) return at
  return source.length
}

type Tag = { name: string; attributes: Map<string, string>; isEmpty: boolean; end: number }

/** Parses `<name a="1" b='2'>`; null if the tag has no end. */
function openTag(source: string, start: number): Tag | null {
  const attributes = new Map<string, string>()
  let at = start + 1
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const [text = ''] = pattern.exec(source) ?? []
    at += text.length
    return text
  }
  const name = take(NAME)
  while (at < source.length) {
    take(BLANKS)
    if (source.startsWith('/>', at)) return { name, attributes, isEmpty: true, end: at + 2 }
    if (source[at] === '>') return { name, attributes, isEmpty: false, end: at + 1 }
    const key = take(NAME)
    if (key === '') return null
    take(BLANKS)
    if (source[at] !== '=') continue
    at += 1
    take(BLANKS)
    const quote = source[at]
    const end = quote === '"' || quote === "'" ? source.indexOf(quote, at + 1) : -1
    if (end === -1) return null
    if (!attributes.has(key)) attributes.set(key, decodeHTMLStrict(source.slice(at + 1, end)))
    at = end + 1
  }
  return null
}

/** Returns the position after `<!DOCTYPE … [ … ]>`, whose declarations are ignored; -1 if it has no end. */
function declarationEnd(source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    const sign = source[at]
    if (sign === '"' || sign === "'") {
      at = source.indexOf(sign, at + 1)
      if (at === -1) return -1
    } else if (sign === '<') depth += 1
    else if (sign === '>' && --depth === 0) return at + 1
  }
  return -1
}

/** Returns a function that counts lines. It is asked about positions that never decrease, so all answers take linear time. */
function lineCounter(source: string): (position: number) => number {
  let line = 1
  let next = source.indexOf('\n')
  return position => {
    while (next !== -1 && next < position) {
      line += 1
      next = source.indexOf('\n', next + 1)
    }
    return line
  }
}

function short(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}
