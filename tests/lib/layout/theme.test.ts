import { expect, test } from 'vitest'
import { themeFor } from '#src/lib/layout/theme.ts'

test.each([
  '/packages',
  '/packages/successGift',
  '/dd-agreement',
  '/payment',
  '/tickets',
  '/tickets/new',
  '/categories/kids/kids',
  '/categories/scNnlM/slug',
  '/en/packages',
])('%s is light', path => {
  expect(themeFor(path)).toBe('light')
})

test.each(['/', '/en', '/contents', '/categories', '/categories/abc/x', '/user', '/packagesx'])(
  'every other route is dark: %s',
  path => {
    expect(themeFor(path)).toBe('dark')
  },
)
