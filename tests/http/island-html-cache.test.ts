import { beforeEach, expect, test, vi } from 'vitest'

const renders = vi.hoisted(() => ({ count: 0, html: '<p>menu</p>', counters: new Map() }))
vi.mock('@astrojs/react/server.js', () => ({
  default: {
    name: '@astrojs/react',
    // Like Astro's renderer, numbers the islands of a page by its `result`; its check renders too.
    async check(this: { result: object }) {
      renders.counters.set(this.result, (renders.counters.get(this.result) ?? 0) + 1)
      return true
    },
    async renderToStaticMarkup(this: { result: object }) {
      renders.count += 1
      const number = renders.counters.get(this.result) ?? 0
      renders.counters.set(this.result, number + 1)
      return {
        html: renders.html.replace('ID', `_r${number}_`),
        attrs: { prefix: `r${number}` },
      }
    },
  },
}))
const { default: renderer } = await import('#src/http/island-html-cache.ts')

type Given = {
  props?: Record<string, unknown>
  slots?: Record<string, string>
  hydrate?: string
  /** The render result of the page that contains the island. */
  result?: object
}
async function render(component: () => null, given: Given = {}) {
  const { props = {}, slots = {}, hydrate = 'intent', result = {} } = given
  const metadata = { hydrate, componentUrl: '/menu.js' } as never
  await renderer.check.call({ result }, component, props, slots, metadata)
  return renderer.renderToStaticMarkup.call({ result }, component, props, slots, metadata)
}

const aComponent = () => () => null

beforeEach(() => {
  renders.count = 0
  renders.html = '<p>menu</p>'
})

test('an island is rendered once per set of props', async () => {
  const menu = aComponent()
  const first = await render(menu, { props: { language: 'fa' } })
  expect(await render(menu, { props: { language: 'fa' } })).toEqual(first)
  expect(renders.count).toBe(1)
  await render(menu, { props: { language: 'en' } })
  expect(renders.count).toBe(2)
})

test('two islands with the same props stay distinct', async () => {
  await render(aComponent())
  await render(aComponent())
  expect(renders.count).toBe(2)
})

test('an island that may show personal data is rendered each time', async () => {
  const account = aComponent()
  for (const hydrate of ['load', 'idle', 'visible', 'only']) {
    renders.count = 0
    await render(account, { hydrate })
    await render(account, { hydrate })
    expect(renders.count, hydrate).toBe(2)
  }
})

test('slots, children and long props are not cached either', async () => {
  const box = aComponent()
  for (const given of [
    { slots: { default: '<b/>' } },
    { props: { children: 'text' } },
    { props: { text: 'x'.repeat(300) } },
  ]) {
    renders.count = 0
    await render(box, given)
    await render(box, given)
    expect(renders.count).toBe(2)
  }
})

test('ids of useId belong to one page, so an island that uses it is rendered each time and numbered within its page', async () => {
  const field = aComponent()
  renders.html = '<input id="ID"/>'
  for (const _ of ['the first page of this process', 'the next']) {
    const result = {}
    const islands = [await render(field, { result }), await render(field, { result })]
    expect(islands.map(({ attrs }) => attrs?.prefix)).toEqual(['r0', 'r1'])
    expect(islands.map(({ html }) => html)).toEqual(['<input id="_r0_"/>', '<input id="_r1_"/>'])
  }
})

test('the prefix of an island does not reveal what was rendered before it', async () => {
  const given = { props: { language: 'fa' } }
  const alone = await render(aComponent(), given)
  await render(aComponent(), { props: { language: 'en' } })
  const later = await render(aComponent(), given)
  expect(later).toEqual(alone)
  const result = {}
  await render(aComponent(), { result })
  const personal = await render(aComponent(), { hydrate: 'load', result })
  expect(personal.attrs?.prefix).toBe('r0')
})

test('what Astro adds to the attributes of one page does not appear on the next', async () => {
  const menu = aComponent()
  const first = await render(menu)
  ;(first.attrs as Record<string, unknown>).prefix = 'changed'
  expect((await render(menu)).attrs?.prefix).not.toBe('changed')
})
