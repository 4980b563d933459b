/** Converts the text of a cue to the markup of WebVTT. */
import { decodeHTMLStrict } from 'entities'

/** `html`: tags and character references as in SubRip and WebVTT. `ass`: only override tags and known tags. */
type Dialect = 'html' | 'ass'

interface Tag {
  name: string
  /** As it is written: `<v علی>`. */
  opening: string
}

/** Names in WebVTT of the tags that are kept. */
const KEPT: Record<string, string> = {
  i: 'i',
  em: 'i',
  b: 'b',
  strong: 'b',
  u: 'u',
  c: 'c',
  v: 'v',
  lang: 'lang',
  ruby: 'ruby',
  rt: 'rt',
}
/** Tags without a meaning in WebVTT; their text is kept. */
const DROPPED = new Set(
  'font span p div center small big s strike del sub sup a body html head title sync tt'.split(' '),
)
/** Deeper tags are ignored. */
const MAX_OPEN_TAGS = 16

/** Lengths are limited so that the time is linear, whatever the text. */
const OVERRIDE = String.raw`\{\\[^{}]{0,2000}\}`
const TAG = String.raw`<(\/?) ?([a-zA-Z][a-zA-Z0-9]{0,9})((?:[.\s\/][^<>]{0,500})?)>`
const TIMESTAMP = String.raw`<\d{1,4}(?::\d\d){1,2}[.,]\d{1,3}>`
const TOKENS: Record<Dialect, RegExp> = {
  // A backslash after a colon is a path of Windows.
  html: new RegExp(String.raw`${OVERRIDE}|${TAG}|${TIMESTAMP}|(?<!:)\\[Nh]`, 'gu'),
  // A brace without a backslash is a comment.
  ass: new RegExp(String.raw`\{[^{}]{0,5000}\}|${TAG}|\\[Nnh]`, 'gu'),
}

/** Converts a text. `isDrawing` means that it contains shapes, which are left out. */
export function toCueMarkup(
  source: string,
  dialect: Dialect,
): { text: string; isDrawing: boolean } {
  const writer = createMarkupWriter()
  let isInDrawing = false
  let isDrawing = false
  const write = (plain: string) => {
    if (!isInDrawing) writer.text(dialect === 'html' ? decodeReferences(plain) : plain)
  }
  let at = 0
  for (const match of source.matchAll(TOKENS[dialect])) {
    const [token, slash, name, rest = ''] = match
    const tagName = name?.toLowerCase()
    // Other tags are text: «<خنده>» and "<3" are shown as they are written.
    if (tagName !== undefined && !isTag(tagName)) continue
    write(source.slice(at, match.index))
    at = match.index + token.length
    if (token.startsWith('{')) {
      isInDrawing = override(token, writer) ?? isInDrawing
      isDrawing ||= isInDrawing
    } else if (token.startsWith('\\')) write(token === '\\N' ? '\n' : ' ')
    else if (tagName === 'br') write('\n')
    else if (tagName !== undefined) toggle(writer, { tagName, isClosing: slash === '/', rest })
  }
  write(source.slice(at))
  return { text: withoutBlankLines(writer.end()), isDrawing }
}

function isTag(name: string): boolean {
  return name === 'br' || name in KEPT || DROPPED.has(name)
}

function decodeReferences(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text
}

type MarkupWriter = ReturnType<typeof createMarkupWriter>

/** Opens and closes tags when text follows, so that they are nested and not empty. */
function createMarkupWriter() {
  const written: string[] = []
  let wanted: Tag[] = []
  const open: Tag[] = []

  function closeTo(length: number) {
    while (open.length > length) written.push(`</${open.pop()?.name}>`)
  }

  return {
    open(tag: Tag) {
      const isNested = wanted.some(({ name }) => name === tag.name) && /^[ibu]$/.test(tag.name)
      if (!isNested && wanted.length < MAX_OPEN_TAGS) wanted = [...wanted, tag]
    },
    close(name: string) {
      const at = wanted.findLastIndex(tag => tag.name === name)
      wanted = wanted.filter((_, index) => index !== at)
    },
    closeAll() {
      wanted = []
    },
    text(plain: string) {
      if (plain === '') return
      const different = open.findIndex((tag, at) => tag !== wanted[at])
      closeTo(different === -1 ? open.length : different)
      const opening = plain.trim() === '' ? [] : wanted.slice(open.length)
      for (const tag of opening) {
        written.push(tag.opening)
        open.push(tag)
      }
      written.push(escapeMarkup(plain))
    },
    end() {
      closeTo(0)
      return written.join('')
    },
  }
}

function toggle(
  writer: MarkupWriter,
  { tagName, isClosing, rest }: { tagName: string; isClosing: boolean; rest: string },
) {
  const name = KEPT[tagName]
  if (name === undefined || rest.endsWith('/')) return
  if (isClosing) return writer.close(name)
  const opening = openingTag(name, rest)
  if (opening) writer.open({ name, opening })
}

/** Returns the tag with its classes, voice or language; null if it has none and would be useless. */
function openingTag(name: string, rest: string): string | null {
  if (name === 'c') {
    const classes = /^(?:\.[\w-]{1,60})+/.exec(rest)?.[0]
    return classes ? `<c${classes}>` : null
  }
  if (name !== 'v' && name !== 'lang') return `<${name}>`
  const space = rest.search(/\s/)
  const annotation = escapeMarkup(decodeReferences(rest.slice(space)).replace(/\s+/g, ' ').trim())
  return space === -1 || annotation === '' ? null : `<${name} ${annotation}>`
}

const STYLE = /^([ibu])(\d{0,3})$/i

/** Applies `{\i1\b0\p1}`. Returns true if a drawing follows, false if it ends, undefined if neither changes. */
function override(token: string, writer: MarkupWriter): boolean | undefined {
  let drawing: boolean | undefined
  for (const command of token.slice(1, -1).split('\\').slice(1)) {
    const [, name = '', value = ''] = STYLE.exec(command.trim()) ?? []
    const tag = name.toLowerCase()
    // 400 is the weight of normal letters.
    const isOn = Number(value) === 1 || Number(value) > 400
    if (tag && isOn) writer.open({ name: tag, opening: `<${tag}>` })
    else if (tag) writer.close(tag)
    else if (/^r/.test(command) && !/^rnd/.test(command)) writer.closeAll()
    const scale = /^p(\d+)$/.exec(command.trim())?.[1]
    if (scale !== undefined) drawing = Number(scale) > 0
  }
  return drawing
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const LINE_BREAKS = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g
/** Controls, noncharacters and marks of byte order, which screens show as boxes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSHOWABLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g

export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_BREAKS, '\n')
    .replace(UNSHOWABLE, '')
    .replace(/[&<>]/g, sign => SIGNS[sign] ?? sign)
}

/** A blank line would end the cue. */
function withoutBlankLines(text: string): string {
  return text
    .split('\n')
    .map(line => line.replaceAll('\t', ' ').trim())
    .filter(line => !isBlank(line))
    .join('\n')
}

/** True if a line of markup shows nothing: spaces, marks of direction, joiners and tags. */
function isBlank(line: string): boolean {
  return !/[^\s\p{Cf}]/u.test(line.replace(/<[^<>]{0,600}>/g, ''))
}
