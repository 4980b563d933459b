/**
 * A part of a page that is rendered once for everything that it depends on: `<CachedPart id="footer" by={[year]}>…</CachedPart>`.
 * `by` lists, as plain data, everything except language and age band. The part must not contain a visitor's data, nor an inline
 * script whose hash it would add to the policy.
 */
import {
  createComponent,
  markHTMLString,
  renderSlotToString,
  renderTemplate,
} from 'astro/runtime/server/index.js'
import { findHtmlPart, storeHtmlPart } from './html-part-cache.ts'

export type CachedProps = { id: string; by: readonly unknown[]; children?: unknown }
type Factory = Extract<Parameters<typeof createComponent>[0], (...all: never[]) => unknown>
/** The HTML of a slot in pieces. `instructions` are scripts that Astro inserts once per page. */
type SlotHtml = { chunks: unknown[]; instructions: unknown[] | null }

const factory = (...[result, props, slots]: Parameters<Factory>) => {
  const { id, by } = props as CachedProps
  const { language, band } = result.createAstro(props, slots).locals as App.Locals
  const key = `${id} ${language} ${band ?? ''} ${JSON.stringify(by)}`
  const known = findHtmlPart(key)
  if (known) return renderTemplate`${known}`
  return renderSlotToString(result, slots.default).then(
    html => renderTemplate`${storeHtmlPart(key, joined(html as unknown as SlotHtml))}`,
  )
}

/** Joins the pieces of a slot once, so that pages do not have to join hundreds of them each time. */
function joined(html: SlotHtml): object {
  const chunks: unknown[] = []
  let text = ''
  const flush = () => {
    if (text) chunks.push(flattened(text))
    text = ''
  }
  for (const chunk of html.chunks) {
    if (typeof chunk === 'string' || chunk instanceof String) text += chunk
    else {
      flush()
      chunks.push(chunk)
    }
  }
  flush()
  const [only = ''] = chunks
  if (!html.instructions && chunks.length < 2 && typeof only === 'string')
    return markHTMLString(only)
  html.chunks = chunks
  return html
}

/** Returns the text as one flat string. V8 represents a concatenation as a tree until it is read. */
function flattened(text: string): string {
  return Buffer.from(text).toString()
}

export const CachedPart = createComponent(factory as unknown as Factory) as unknown as (
  props: CachedProps,
) => unknown
