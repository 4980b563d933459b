import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accountSections, findAccountSection } from '#src/lib/session/account-sections.ts'

const PAGES = 'src/pages/user'
const everybody = { isChild: false, isPrimary: true }
const paths = (viewer: Parameters<typeof accountSections>[0]) =>
  accountSections(viewer).map(({ path }) => path)

describe('the sections of the account', () => {
  test('are all open to the primary profile, each under its own address', () => {
    const all = paths(everybody)
    expect(all).toEqual([
      '/user',
      '/user/subscription',
      '/user/payments',
      '/user/history',
      '/user/bookmarks',
      '/user/devices',
      '/user/profiles',
      '/user/settings',
      '/tickets',
    ])
    expect(new Set(all).size).toBe(all.length)
  })

  test('exclude devices and profile management for another adult', () => {
    const other = paths({ isChild: false, isPrimary: false })
    expect(other).not.toContain('/user/devices')
    expect(other).not.toContain('/user/profiles')
    expect(other).toContain('/user/payments')
  })

  test('are only bookmarks for a child', () => {
    expect(paths({ isChild: true, isPrimary: false })).toEqual(['/user/bookmarks'])
  })

  test.each([
    ['/user', '/user'],
    ['/en/user/', '/user'],
    ['/user/devices', '/user/devices'],
    ['/user/edit', '/user/settings'],
    ['/user/password', '/user/settings'],
    ['/user/edit?profileId=abc', '/user/profiles'],
    ['/en/user/edit?profileId=abc', '/user/profiles'],
    ['/tickets', '/tickets'],
    ['/en/tickets/aBc1234', '/tickets'],
  ])('%s belongs to %s', (address, section) => {
    const url = new URL(address, 'https://example.com')
    expect(findAccountSection(accountSections(everybody), url)?.path).toBe(section)
  })
})

test.each(readdirSync(PAGES).filter(name => name.endsWith('.astro')))(
  '%s admits only those who may see it, and is linked from a section',
  file => {
    const text = readFileSync(`${PAGES}/${file}`, 'utf8')
    const need = /guardPage\(Astro, '(\w+)'\)/.exec(text)?.[1]
    const isOfChildren = ['bookmarks.astro', 'menu.astro'].includes(file)
    expect(isOfChildren ? ['profile'] : ['adult', 'primary']).toContain(need)
    if (file === 'menu.astro') return
    const address = new URL(`/user/${file.replace(/(index)?\.astro$/, '')}`, 'https://example.com')
    const viewer = { isChild: false, isPrimary: need === 'primary' }
    expect(
      findAccountSection(accountSections({ ...viewer, isPrimary: true }), address),
    ).toBeDefined()
    if (need !== 'primary')
      expect(findAccountSection(accountSections(viewer), address)).toBeDefined()
  },
)

test.each(accountSections(everybody).map(({ path }) => path))(
  'the page %s is shown within the menu of the account',
  path => {
    const files = [`src/pages${path}.astro`, `src/pages${path}/index.astro`].filter(existsSync)
    expect(files).toHaveLength(1)
    expect(readFileSync(files[0] ?? '', 'utf8')).toMatch(/<AccountLayout /)
  },
)
