import { beforeEach, expect, test, vi } from 'vitest'

const renders = vi.hoisted(() => ({ count: 0, html: '<p>menu</p>' }))
vi.mock('@astrojs/react/server.js', () => ({
  default: {
    name: '@astrojs/react',
    check: async () => true,
    renderToStaticMarkup: async () => ({
      html: renders.html,
      attrs: { prefix: `r${renders.count++}` },
    }),
  },
}))
const { default: renderer } = await import('#src/http/island-renderer.ts')

type Given = { props?: Record<string, unknown>; slots?: Record<string, string>; hydrate?: string }
async function render(component: () => null, given: Given = {}) {
  const { props = {}, slots = {}, hydrate = 'intent' } = given
  const metadata = { hydrate } as never
  await renderer.check.call({}, component, props, slots, metadata)
  return renderer.renderToStaticMarkup.call({}, component, props, slots, metadata)
}

const aComponent = () => () => null

beforeEach(() => {
  renders.count = 0
  renders.html = '<p>menu</p>'
})

test('an island with the same props is rendered once, other props again', async () => {
  const menu = aComponent()
  const first = await render(menu, { props: { language: 'fa' } })
  expect(await render(menu, { props: { language: 'fa' } })).toEqual(first)
  expect(renders.count).toBe(1)
  await render(menu, { props: { language: 'en' } })
  expect(renders.count).toBe(2)
})

test('two islands with the same props are told apart', async () => {
  await render(aComponent())
  await render(aComponent())
  expect(renders.count).toBe(2)
})

test('an island that may show something personal is rendered each time', async () => {
  const account = aComponent()
  for (const hydrate of ['load', 'idle', 'visible', 'only']) {
    renders.count = 0
    await render(account, { hydrate })
    await render(account, { hydrate })
    expect(renders.count, hydrate).toBe(2)
  }
})

test('neither are slots, children and long props cached', async () => {
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

test('ids of useId belong to one page: such an island is rendered each time', async () => {
  const field = aComponent()
  renders.html = '<input id="_r0_1"/>'
  await render(field)
  await render(field)
  expect(renders.count).toBe(2)
})

test('what Astro does to the attributes of one page does not reach the next', async () => {
  const menu = aComponent()
  const first = await render(menu)
  ;(first.attrs as Record<string, unknown>).prefix = 'changed'
  expect((await render(menu)).attrs?.prefix).not.toBe('changed')
})
