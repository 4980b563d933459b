/**
 * What an island looks like before it is hydrated hangs on its props alone: the header's are the same on every page, and
 * React renders each of them once, not twice a page. All other islands go to React each time.
 */
import react from '@astrojs/react/server.js'

/** Directives of the shell's islands: what stands in the page is nobody's, and waits. Others may show what is somebody's. */
const WAITING = new Set(['intent', 'signed-in'])
const MOST = 300
const LONGEST_PROPS = 200
const known = new Map<string, Rendered>()
const names = new WeakMap<object, number>()
let count = 0

type Asked = Parameters<typeof react.renderToStaticMarkup>
type Rendered = Awaited<ReturnType<typeof react.renderToStaticMarkup>>

async function check(this: unknown, ...asked: Asked): Promise<boolean> {
  if (typeof asked[0] === 'function' && names.has(asked[0])) return true
  const isReact = await react.check.call(this, ...asked)
  if (isReact && typeof asked[0] === 'function') names.set(asked[0], ++count)
  return isReact
}

async function renderToStaticMarkup(this: unknown, ...asked: Asked): Promise<Rendered> {
  const render = () => react.renderToStaticMarkup.call(this, ...asked)
  const [component, props, slots, metadata] = asked
  const name = WAITING.has(String(metadata?.hydrate)) ? names.get(component) : undefined
  if (!name || Object.keys(slots).length > 0 || 'children' in props) return render()
  const written = JSON.stringify(props)
  if (written.length > LONGEST_PROPS) return render()
  const key = `${name} ${written}`
  const earlier = known.get(key)
  if (earlier) return { html: earlier.html, attrs: { ...earlier.attrs } }
  const rendered = await render()
  // React numbers its ids from the island's place in its page: such an island is no one else's.
  if (rendered.html.includes(`_${rendered.attrs?.prefix}`) || known.size >= MOST) return rendered
  const kept = { html: rendered.html, attrs: { ...rendered.attrs, prefix: `k${known.size}` } }
  known.set(key, kept)
  return { html: kept.html, attrs: { ...kept.attrs } }
}

export default { ...react, check, renderToStaticMarkup }
