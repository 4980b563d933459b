import { describe, expect, test } from 'vitest'
import type { DynamicLink } from '#src/contract/pages.ts'
import { headerLinks } from '#src/lib/layout/header-links.ts'
import { drawerItems } from '#src/lib/layout/menu.ts'

const linkOf = (configuration: DynamicLink['configuration'], id = '1'): DynamicLink => ({
  id,
  display_title: 'لینک',
  configuration,
})
const headerOf = (
  links: DynamicLink[],
  { language = 'fa', hasApps = true }: { language?: 'fa' | 'en'; hasApps?: boolean } = {},
) => headerLinks({ categories: [], links }, { language, hasApps })
const paths = (configuration: DynamicLink['configuration'], language: 'fa' | 'en' = 'fa') =>
  headerOf([linkOf(configuration)], { language }).map(({ path, text }) => ({ path, text }))

describe('dynamic links of the header', () => {
  test('internal_route links to its url', () => {
    expect(paths({ navigation_type: 'internal_route', url: '/apps' }, 'en')).toEqual([
      { path: '/en/apps', text: 'لینک' },
    ])
  })
  test('get_by_filter becomes /contents?categories=..&order=...', () => {
    const link = {
      navigation_type: 'get_by_filter',
      category_id: 'c1',
      sort_order: 'latest',
    } as const
    expect(paths(link)[0]?.path).toBe('/contents?order=latest&categories=c1')
  })
  test('a url that leads to another site is left out', () => {
    for (const url of ['https://evil.example', '//evil.example', '/\\evil.example', 'apps', ''])
      expect(paths({ navigation_type: 'internal_route', url })).toEqual([])
  })
  test('the page of the apps is left out while there is no app', () => {
    const apps = linkOf({ navigation_type: 'internal_route', url: '/apps' })
    const about = linkOf({ navigation_type: 'internal_route', url: '/about' })
    const shown = headerOf([apps, about], { language: 'en', hasApps: false })
    expect(shown.map(({ path }) => path)).toEqual(['/en/about'])
  })
  test('no two links have the same icon, nor that of another entry of the drawer', () => {
    const links = Array.from({ length: 12 }, (_, index) =>
      linkOf({ navigation_type: 'internal_route', url: index === 3 ? '/apps' : `/p${index}` }),
    )
    const icons = [
      ...headerOf(links).map(({ icon }) => icon),
      ...drawerItems({ language: 'fa', isOfChild: false }).map(({ icon }) => icon),
    ]
    expect(new Set(icons).size).toBe(icons.length)
  })
})
