import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toSlug } from '#src/lib/text/slug.ts'

test.each([
  ['آژانس شیشه‌ای', 'آژانس-شیشه-ای'],
  ['كتاب علي (۱۴۰۲)', 'کتاب-علی-1402'],
  ['Café Society', 'café-society'],
  ['  --  ', '-'],
  ['../../etc/passwd?x=<b>', 'etc-passwd-x-b'],
])('the slug of %j is %j', (title, slug) => {
  expect(toSlug(title)).toBe(slug)
})

test('a long title is cut at a word, within 80 letters', () => {
  const slug = toSlug('فیلم '.repeat(40))
  expect(slug.length).toBeLessThanOrEqual(80)
  expect(slug.endsWith('فیلم')).toBe(true)
  expect(toSlug('ا'.repeat(200))).toHaveLength(80)
})

test('a slug has only letters, digits and single hyphens, and is its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), title => {
      const slug = toSlug(title)
      expect(slug).toMatch(/^(?:-|[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)$/u)
      expect([...slug].length).toBeLessThanOrEqual(80)
      expect(toSlug(slug)).toBe(slug)
    }),
  )
})
