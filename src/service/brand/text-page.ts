/**
 * The texts of rules, privacy, FAQ and about: Markdown with a title, and a section for each heading of the second level. HTML in it
 * is shown as it is written, and links lead to pages, https, e-mail and phones only (decision 21).
 */
import MarkdownIt, { type Token } from 'markdown-it'
import { parse } from 'yaml'
import type { Language } from '#src/contract/languages.ts'
import { localDigits } from '#src/lib/text/digits.ts'

export type TextSection = {
  title: string
  html: string
  /** Without marks, for search engines. */
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
  /** What `{{name}}` stands for; numbers are written in the digits of the language. */
  values: Readonly<Record<string, string | number>>
  hasDirectDebit: boolean
}

/** What is wrong with a text, with its line. */
export class TextError extends Error {}

const FRONT = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/
const DIRECT_DEBIT = /^:::direct-debit[ \t]*\r?\n([\s\S]*?)^:::[ \t]*(?:\r?\n|$)/gm
const LINKS = /^(https:\/\/|mailto:|tel:|\/(?!\/)|#)/i
/** What the style reset takes from lists, links and tables; as attributes, so that no other page loads more. */
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

/** @throws TextError */
export function textPage(source: string, options: TextOptions): TextPage {
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
    throw new TextError(`line ${lineBefore + 1}: begins with its title, as in "# Terms"`)
  const again = others.find(at => tokens[at]?.tag === 'h1')
  if (again !== undefined)
    throw new TextError(`has a second title, "${titleAt(tokens, again)}": sections begin with ##`)
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
  return text.replace(DIRECT_DEBIT, (_, inside: string) => (isSold ? inside : ''))
}

function withValues(text: string, { values, language }: TextOptions, lineBefore = 0): string {
  return text.replace(/\{\{\s*([\w-]*)\s*\}\}/g, (_, name: string, at: number) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return typeof value === 'number' ? localDigits(value, language) : value
    const line = lineBefore + text.slice(0, at).split('\n').length
    throw new TextError(
      `line ${line}: {{${name}}} is not known; there are ${Object.keys(values).join(', ')}`,
    )
  })
}

function descriptionIn(front: string, options: TextOptions): string {
  let found: unknown
  try {
    found = front ? parse(front) : {}
  } catch {
    throw new TextError('line 2: is not YAML; a text that begins with {{ stands in quotes')
  }
  const { description = '' } = (found ?? {}) as { description?: unknown }
  if (typeof description !== 'string')
    throw new TextError('line 2: description is to be a text; one that begins with {{ is in quotes')
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
