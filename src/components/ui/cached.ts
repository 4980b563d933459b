/**
 * A part of a page that is rendered once for everything that it depends on: `<Cached id="footer" by={[year]}>…</Cached>`. `by` names all of it
 * besides language and age band, as plain data. Nothing of one visitor may stand in it, nor an inline script whose hash it adds to
 * the policy.
 */
import {
  createComponent,
  markHTMLString,
  renderSlotToString,
  renderTemplate,
} from 'astro/runtime/server/index.js'
import { findRendered, storeRendered } from './render-cache.ts'

export type CachedProps = { id: string; by: readonly unknown[]; children?: unknown }
type Factory = Extract<Parameters<typeof createComponent>[0], (...all: never[]) => unknown>
/** A slot's HTML in pieces, among them the scripts that Astro puts into each page once. */
type SlotHtml = { chunks: unknown[]; instructions: unknown[] | null }

const factory = (...[result, props, slots]: Parameters<Factory>) => {
  const { id, by } = props as CachedProps
  const { language, band } = result.createAstro(props, slots).locals as App.Locals
  const key = `${id} ${language} ${band ?? ''} ${JSON.stringify(by)}`
  const known = findRendered(key)
  if (known) return renderTemplate`${known}`
  return renderSlotToString(result, slots.default).then(
    html => renderTemplate`${storeRendered(key, joined(html as unknown as SlotHtml))}`,
  )
}

/** Pages need not put hundreds of pieces together each time. */
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

/** V8 keeps a sum of strings as a tree of them until it is read. */
function flattened(text: string): string {
  return Buffer.from(text).toString()
}

export const Cached = createComponent(factory as unknown as Factory) as unknown as (
  props: CachedProps,
) => unknown
