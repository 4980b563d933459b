/** Reads XML files of operators in linear time. Entities of a document type are not expanded. */
import { decodeHTMLStrict } from 'entities'

export interface XmlElement {
  /** Without its prefix. */
  name: string
  /** Values by names without prefixes. */
  attributes: Map<string, string>
  children: (XmlElement | string)[]
  /** Line of the file, from 1. */
  line: number
}

/** The message names what is wrong; `line` is where. */
export class XmlError extends Error {
  readonly line: number
  constructor(message: string, line: number) {
    super(message)
    this.name = 'XmlError'
    this.line = line
  }
}

const MAX_DEPTH = 100
const NAME = /[^\s<>/='"!?&]{1,200}/y
const SPACE = /\s*/y
const VALUE = /\s{0,100}=\s{0,100}(?:"([^"<]*)"|'([^'<]*)')/y
/** Parts without elements, and their ends. */
const SKIPPED: [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<?', '?>'],
]

/** Returns the root element. @throws XmlError if the text is not well-formed, or its elements are too deep */
export function readXml(text: string): XmlElement {
  let at = 0
  let line = 1
  let newline = text.indexOf('\n')
  const open: XmlElement[] = []
  let root: XmlElement | null = null

  function fail(problem: string): never {
    throw new XmlError(problem, line)
  }
  function moveTo(next: number) {
    while (newline !== -1 && newline < next) {
      line += 1
      newline = text.indexOf('\n', newline + 1)
    }
    at = next
  }
  function moveAfter(end: string, from: number) {
    const found = text.indexOf(end, from)
    if (found === -1) fail(`${end} is missing`)
    moveTo(found + end.length)
    return found
  }
  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) moveTo(pattern.lastIndex)
    return match
  }
  function addText(plain: string) {
    const parent = open.at(-1)
    if (parent) parent.children.push(plain)
    else if (plain.trim() !== '') fail('there is text outside of the root element')
  }
  function closeElement() {
    moveTo(at + 2)
    const name = localName(take(NAME)?.[0] ?? '')
    const element = open.pop()
    if (element?.name !== name)
      fail(`</${name}> closes nothing${element ? `; <${element.name}> is open` : ''}`)
    moveAfter('>', at)
  }
  function openElement() {
    const start = line
    moveTo(at + 1)
    const name = take(NAME)?.[0]
    if (name === undefined) fail('a < begins no element')
    const attributes = new Map<string, string>()
    for (take(SPACE); !isEnd(text, at); take(SPACE)) {
      const attribute = take(NAME)?.[0]
      const value = attribute && take(VALUE)
      if (!value) fail(`<${name}> has an attribute without a value, or is not closed`)
      attributes.set(localName(attribute), decodeHTMLStrict(value[1] ?? value[2] ?? ''))
    }
    const element: XmlElement = { name: localName(name), attributes, children: [], line: start }
    const parent = open.at(-1)
    if (parent) parent.children.push(element)
    else if (root) fail('there is a second root element')
    else root = element
    if (text[at] === '/') moveTo(at + 2)
    else {
      moveTo(at + 1)
      open.push(element)
      if (open.length > MAX_DEPTH) fail(`elements are nested deeper than ${MAX_DEPTH}`)
    }
  }

  while (at < text.length) {
    const next = text.indexOf('<', at)
    const plain = text.slice(at, next === -1 ? text.length : next)
    if (plain) addText(decodeHTMLStrict(plain))
    moveTo(next === -1 ? text.length : next)
    if (next === -1) break
    const skipped = SKIPPED.find(([start]) => text.startsWith(start, at))
    if (skipped) moveAfter(skipped[1], at + skipped[0].length)
    else if (text.startsWith('<![CDATA[', at)) {
      const from = at + 9
      addText(text.slice(from, moveAfter(']]>', from)))
    } else if (text.startsWith('<!', at)) skipDocumentType()
    else if (text[at + 1] === '/') closeElement()
    else openElement()
  }
  if (open.length > 0) fail(`<${open.at(-1)?.name}> is not closed`)
  return root ?? fail('there is no element')

  function skipDocumentType() {
    if (root) fail('<! begins no element')
    const start = at
    const end = moveAfter('>', at)
    if (text.slice(start, end).includes('[')) {
      moveAfter(']', at)
      moveAfter('>', at)
    }
  }
}

function isEnd(text: string, at: number): boolean {
  return text[at] === '>' || text.startsWith('/>', at)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Returns the elements directly within an element. */
export function childElements(element: XmlElement): XmlElement[] {
  return element.children.filter(child => typeof child !== 'string')
}
