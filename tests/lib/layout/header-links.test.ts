import { describe, expect, test } from 'vitest'
import type { DynamicLink } from '#src/contract/pages.ts'
import { headerLinks } from '#src/lib/layout/header-links.ts'

const paths = (configuration: DynamicLink['configuration'], language: 'fa' | 'en' = 'fa') =>
  headerLinks(
    { categories: [], links: [{ id: '1', display_title: 'پیوند', configuration }] },
    language,
  )

describe('dynamic links of the header', () => {
  test('internal_route goes to its url', () => {
    expect(paths({ navigation_type: 'internal_route', url: '/apps' }, 'en')).toEqual([
      { path: '/en/apps', text: 'پیوند' },
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
  test('a url that leads away from this site is left out', () => {
    for (const url of ['https://evil.example', '//evil.example', '/\\evil.example', 'apps', ''])
      expect(paths({ navigation_type: 'internal_route', url })).toEqual([])
  })
})
