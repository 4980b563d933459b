/**
 * React's server renderer with a cache. The HTML of an island depends on its props alone, and the layout's islands have the same
 * props on every page: each of them is rendered once. All other islands are rendered each time.
 */
import react from '@astrojs/react/server.js'

/** Islands with these directives show nothing personal before they hydrate; others may. */
const CACHED_DIRECTIVES = new Set(['intent', 'signed-in'])
const MAX_ENTRIES = 300
const MAX_PROPS_LENGTH = 200
const cache = new Map<string, Rendered>()
const componentIds = new WeakMap<object, number>()
let lastId = 0

type Arguments = Parameters<typeof react.renderToStaticMarkup>
type Rendered = Awaited<ReturnType<typeof react.renderToStaticMarkup>>

/** React's check renders the component to see what it returns: once a component is enough. */
async function check(this: unknown, ...args: Arguments): Promise<boolean> {
  const [component] = args
  if (typeof component === 'function' && componentIds.has(component)) return true
  const isReact = await react.check.call(this, ...args)
  if (isReact && typeof component === 'function') componentIds.set(component, ++lastId)
  return isReact
}

async function renderToStaticMarkup(this: unknown, ...args: Arguments): Promise<Rendered> {
  const key = keyOf(args)
  const cached = key && cache.get(key)
  if (cached) return copyOf(cached)
  const rendered = await react.renderToStaticMarkup.call(this, ...args)
  // HTML that contains the prefix has ids from `useId`, which are unique to its page.
  if (!key || cache.size >= MAX_ENTRIES || rendered.html.includes(`_${rendered.attrs?.prefix}`))
    return rendered
  const entry = { html: rendered.html, attrs: { ...rendered.attrs, prefix: `k${cache.size}` } }
  cache.set(key, entry)
  return copyOf(entry)
}

/** Null for an island that is not cached. */
function keyOf([component, props, slots, metadata]: Arguments): string | null {
  const id = CACHED_DIRECTIVES.has(String(metadata?.hydrate)) ? componentIds.get(component) : null
  if (!id || Object.keys(slots).length > 0 || 'children' in props) return null
  const json = JSON.stringify(props)
  return json.length > MAX_PROPS_LENGTH ? null : `${id} ${json}`
}

/** Astro may change the attributes that it is given. */
function copyOf({ html, attrs }: Rendered): Rendered {
  return { html, attrs: { ...attrs } }
}

export default { ...react, check, renderToStaticMarkup }
