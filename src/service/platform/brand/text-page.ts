/**
 * Pages of legal and help texts: Markdown with a title, and a section for each second-level heading. HTML in it is shown as text, and
 * links may only go to pages, https, e-mail and phones (decision 21).
 */
import MarkdownIt, { type Token } from 'markdown-it'
import { parse } from 'yaml'
import type { Language } from '#src/contract/languages.ts'
import { localDigits } from '#src/lib/text/digits.ts'

type TextSection = {
  title: string
  html: string
  /** Text without markup, for search engines. */
  text: string
}
export type TextPage = {
  title: string
  description: string
  intro: string
  sections: readonly TextSection[]
}
export type TextOptions = {
  language: Language
  /** Values for `{{name}}`; numbers are written in the digits of the language. */
  values: Readonly<Record<string, string | number>>
  hasDirectDebit: boolean
}

/** A problem in a text, with its line. */
export class TextError extends Error {}

const FRONT = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/
/** Length of the longest text, in characters; the longest of the product has 20,000. */
const TEXT_MAX = 200_000
const DIRECT_DEBIT_BEGIN = /^:::direct-debit[ \t]*$/
const DIRECT_DEBIT_END = /^:::[ \t]*$/
const LINKS = /^(https:\/\/|mailto:|tel:|\/(?!\/)|#)/i
/** Styles that the reset removes from lists, links and tables. As attributes, they do not burden other pages. */
const STYLES: Record<string, string> = {
  ul: 'margin:.5rem 0 0;padding-inline-start:1.5rem;list-style:disc;line-height:2',
  ol: 'margin:.5rem 0 0;padding-inline-start:1.5rem;list-style:decimal;line-height:2',
  a: 'color:var(--accent);text-decoration:underline',
  h3: 'margin:1.25rem 0 0;font-weight:700',
  blockquote:
    'margin:.5rem 0 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)',
  table: 'display:block;overflow-x:auto;margin:.5rem 0 0;line-height:2',
  th: 'padding-inline-end:1.5rem;text-align:start',
  td: 'padding-inline-end:1.5rem',
}
const markdown = new MarkdownIt({ html: false, linkify: false }).disable('image')
markdown.validateLink = url => LINKS.test(url)

/** Renders a text. @throws TextError */
export function textPage(source: string, options: TextOptions): TextPage {
  if (source.length > TEXT_MAX)
    throw new TextError(`has more than ${TEXT_MAX} characters: split it, or shorten it`)
  const front = FRONT.exec(source)
  const body = source.slice(front?.[0].length ?? 0)
  const lineBefore = (front?.[0].match(/\n/g) ?? []).length
  const shown = withValues(withDirectDebit(body, options.hasDirectDebit), options, lineBefore)
  const tokens = markdown.parse(shown, {})
  const heads = tokens.flatMap((token, at) =>
    token.type === 'heading_open' && token.level === 0 && /^h[12]$/.test(token.tag) ? [at] : [],
  )
  const [first, ...others] = heads
  if (first === undefined || tokens[first]?.tag !== 'h1' || first !== 0)
    throw new TextError(`line ${lineBefore + 1}: must start with its title, such as "# Terms"`)
  const again = others.find(at => tokens[at]?.tag === 'h1')
  if (again !== undefined)
    throw new TextError(`has a second title, "${titleAt(tokens, again)}": start sections with ##`)
  return {
    title: titleAt(tokens, first),
    description: descriptionIn(front?.[1] ?? '', options) || titleAt(tokens, first),
    intro: plain(tokens.slice(first + 3, others[0])),
    sections: others.map((at, index) => {
      const part = tokens.slice(at + 3, others[index + 1])
      return { title: titleAt(tokens, at), html: htmlOf(part), text: plain(part) }
    }),
  }
}

function withDirectDebit(text: string, isSold: boolean): string {
  const kept: string[] = []
  let inside: string[] | null = null
  for (const line of text.split(/(?<=\n)/)) {
    const plain = line.trimEnd()
    if (inside && DIRECT_DEBIT_END.test(plain)) {
      if (isSold) kept.push(...inside.slice(1))
      inside = null
    } else if (inside) inside.push(line)
    else if (DIRECT_DEBIT_BEGIN.test(plain)) inside = [line]
    else kept.push(line)
  }
  // A part without an end is text like any other.
  return [...kept, ...(inside ?? [])].join('')
}

function withValues(text: string, { values, language }: TextOptions, lineBefore = 0): string {
  return text.replace(/\{\{([\w\s-]{0,100})\}\}/g, (_, written: string, at: number) => {
    const name = written.trim()
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return typeof value === 'number' ? localDigits(value, language) : value
    const line = lineBefore + text.slice(0, at).split('\n').length
    throw new TextError(
      `line ${line}: {{${name}}} is unknown; available are ${Object.keys(values).join(', ')}`,
    )
  })
}

function descriptionIn(front: string, options: TextOptions): string {
  let found: unknown
  try {
    found = front ? parse(front) : {}
  } catch {
    throw new TextError('line 2: is not valid YAML; put a text that starts with {{ in quotes')
  }
  const { description = '' } = (found ?? {}) as { description?: unknown }
  if (typeof description !== 'string')
    throw new TextError('line 2: description must be a text; put one that starts with {{ in quotes')
  return withValues(description, options, 1)
}

function titleAt(tokens: readonly Token[], at: number): string {
  return plain([tokens[at + 1] as Token])
}

function plain(tokens: readonly Token[]): string {
  return tokens
    .filter(({ type }) => type === 'inline' || type === 'code_block' || type === 'fence')
    .map(
      ({ children, content }) =>
        (children ?? [])
          .map(child => (/^(soft|hard)break$/.test(child.type) ? ' ' : child.content))
          .join('') || content,
    )
    .join(' ')
    .trim()
}

function htmlOf(tokens: readonly Token[]): string {
  const all = tokens.flatMap(token => [token, ...(token.children ?? [])])
  for (const token of all) {
    const style = token.nesting === 1 ? STYLES[token.tag] : undefined
    if (token.tag === 'p' && token.nesting === 1) token.attrSet('class', 'm-0 mt-2 leading-loose')
    if (style) token.attrSet('style', style)
    if (token.tag === 'a' && /^https:/i.test(String(token.attrGet('href') ?? '')))
      token.attrSet('rel', 'noopener')
  }
  return markdown.renderer.render([...tokens], markdown.options, {}).trim()
}
