/**
 * React's server renderer with a cache of island HTML. The HTML depends only on the props, and islands of the layout have the same
 * props on every page, so each is rendered once. Prefixes of ids depend only on the page: all nodes send the same bytes and ETag.
 */
import { createHash } from 'node:crypto'
import react from '@astrojs/react/server.js'

/** Client directives of islands that show nothing personal before they hydrate. Only these islands are cached. */
const CACHED_DIRECTIVES = new Set(['intent', 'signed-in'])
const MAX_ENTRIES = 300
const MAX_PROPS_LENGTH = 200
const cache = new Map<string, Rendered>()
/** Keys of islands whose HTML contains ids from `useId`. These ids are unique per page, so the HTML cannot be cached. */
const withIds = new Set<string>()
const componentIds = new WeakMap<object, number>()
let lastId = 0

type Arguments = Parameters<typeof react.renderToStaticMarkup>
type Rendered = Awaited<ReturnType<typeof react.renderToStaticMarkup>>
type Context = { result?: object }

/** Checks whether React renders the component. React's own check renders it, which is enough once per component. */
async function check(this: Context, ...args: Arguments): Promise<boolean> {
  const [component] = args
  if (typeof component === 'function' && componentIds.has(component)) return true
  return react.check.call(uncounted(this), ...args)
}

async function renderToStaticMarkup(this: Context, ...args: Arguments): Promise<Rendered> {
  const key = keyOf(args)
  if (!key || withIds.has(key)) return react.renderToStaticMarkup.call(this, ...args)
  const cached = cache.get(key)
  if (cached) return copyOf(cached)
  const { html, attrs } = await react.renderToStaticMarkup.call(uncounted(this), ...args)
  if (html.includes(`_${attrs?.prefix}`)) {
    if (withIds.size < MAX_ENTRIES) withIds.add(key)
    return react.renderToStaticMarkup.call(this, ...args)
  }
  const entry = { html, attrs: { ...attrs, prefix: prefixOf(args) } }
  if (cache.size < MAX_ENTRIES) cache.set(key, entry)
  return copyOf(entry)
}

/** Returns a copy of the context whose islands are not counted: React's renderer numbers the islands of one `result`. */
function uncounted(context: Context): Context {
  return context.result ? { ...context, result: Object.create(context.result) } : context
}

/** Returns a prefix for ids that is the same in every process of a build. */
function prefixOf([, props, , metadata]: Arguments): string {
  const island = JSON.stringify([metadata?.componentUrl, metadata?.componentExport, props])
  return `k${createHash('sha256').update(island).digest('base64url').slice(0, 8)}`
}

/** Returns the cache key of an island; null if it must not be cached. */
function keyOf([component, props, slots, metadata]: Arguments): string | null {
  if (!CACHED_DIRECTIVES.has(String(metadata?.hydrate)) || typeof component !== 'function')
    return null
  if (Object.keys(slots).length > 0 || 'children' in props) return null
  const json = JSON.stringify(props)
  return json.length > MAX_PROPS_LENGTH ? null : `${idOf(component)} ${json}`
}

/** Returns a number for a component, also for one that suspends on its first render and therefore fails the check. */
function idOf(component: object): number {
  const id = componentIds.get(component) ?? ++lastId
  componentIds.set(component, id)
  return id
}

/** Returns a copy, because Astro may change the attributes. */
function copyOf({ html, attrs }: Rendered): Rendered {
  return { html, attrs: { ...attrs } }
}

export default { ...react, check, renderToStaticMarkup }
