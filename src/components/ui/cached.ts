/**
 * A part of a page that is rendered once for everything that it depends on: `<Cached id="footer" by={[year]}>…</Cached>`. `by` names all of it
 * besides language and age band, as plain data. Nothing of one visitor may stand in it, nor an inline script whose hash it adds to
 * the policy.
 */
import { createComponent, renderSlotToString, renderTemplate } from 'astro/runtime/server/index.js'
import { findRendered, storeRendered } from './render-cache.ts'

export type CachedProps = { id: string; by: readonly unknown[]; children?: unknown }
type Factory = Extract<Parameters<typeof createComponent>[0], (...all: never[]) => unknown>
/** A string with the scripts that Astro puts into each page once. */
type Html = Awaited<ReturnType<typeof renderSlotToString>> & object

const factory = (...[result, props, slots]: Parameters<Factory>) => {
  const { id, by } = props as CachedProps
  const { language, band } = result.createAstro(props, slots).locals as App.Locals
  const key = `${id} ${language} ${band ?? ''} ${JSON.stringify(by)}`
  const known = findRendered<Html>(key)
  if (known) return renderTemplate`${known}`
  return renderSlotToString(result, slots.default).then(
    html => renderTemplate`${storeRendered(key, html as Html)}`,
  )
}

export const Cached = createComponent(factory as unknown as Factory) as unknown as (
  props: CachedProps,
) => unknown
