/**
 * React's server renderer with a cache. The HTML of an island depends on its props alone, and the layout's islands have the same
 * props on every page: each of them is rendered once. All other islands are rendered each time. The prefixes of ids depend on the page
 * alone, not on what was rendered before: every node sends the same bytes and the same ETag.
 */
import { createHash } from 'node:crypto'
import react from '@astrojs/react/server.js'

/** Islands with these directives show nothing personal before they hydrate; others may. */
const CACHED_DIRECTIVES = new Set(['intent', 'signed-in'])
const MAX_ENTRIES = 300
const MAX_PROPS_LENGTH = 200
const cache = new Map<string, Rendered>()
/** Islands whose HTML has ids from `useId`, which are unique to its page. */
const withIds = new Set<string>()
const componentIds = new WeakMap<object, number>()
let lastId = 0

type Arguments = Parameters<typeof react.renderToStaticMarkup>
type Rendered = Awaited<ReturnType<typeof react.renderToStaticMarkup>>
type Context = { result?: object }

/** React's check renders the component to see what it returns: once a component is enough. */
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

/** React's renderer numbers the islands that it renders for one `result`. Those of this copy are not counted in the page. */
function uncounted(context: Context): Context {
  return context.result ? { ...context, result: Object.create(context.result) } : context
}

/** The same in every process of a build. */
function prefixOf([, props, , metadata]: Arguments): string {
  const island = JSON.stringify([metadata?.componentUrl, metadata?.componentExport, props])
  return `k${createHash('sha256').update(island).digest('base64url').slice(0, 8)}`
}

/** Null for an island that is not cached. */
function keyOf([component, props, slots, metadata]: Arguments): string | null {
  if (!CACHED_DIRECTIVES.has(String(metadata?.hydrate)) || typeof component !== 'function')
    return null
  if (Object.keys(slots).length > 0 || 'children' in props) return null
  const json = JSON.stringify(props)
  return json.length > MAX_PROPS_LENGTH ? null : `${idOf(component)} ${json}`
}

/** Also of a component that waits for its texts the first time, which the check does not see as React's. */
function idOf(component: object): number {
  const id = componentIds.get(component) ?? ++lastId
  componentIds.set(component, id)
  return id
}

/** Astro may change the attributes that it is given. */
function copyOf({ html, attrs }: Rendered): Rendered {
  return { html, attrs: { ...attrs } }
}

export default { ...react, check, renderToStaticMarkup }
