import { expect, test } from 'vitest'
import { atomFeed } from '#src/lib/catalogue/feed.ts'
import { aContent } from '#tests/support/cards.ts'

const ORIGIN = 'https://pardeh.example'

test('the feed has the date of its newest title, and each entry has the elements that Atom requires', () => {
  const older = aContent({ updated_at: '2026-03-21T12:00:00' })
  const xml = atomFeed([older, aContent()], 'fa', ORIGIN)
  expect(xml).toContain('<updated>2026-03-22T06:30:00.000Z</updated><author>')
  expect(xml).toContain(`<id>${ORIGIN}/contents/aB3dE5f/${encodeURI('باغ-بی-صدا')}</id>`)
  expect(xml).toContain('<published>2026-03-21T06:30:00.000Z</published>')
  expect(xml.match(/<entry>/g)).toHaveLength(2)
})

test('text from users cannot close an element', () => {
  const xml = atomFeed([aContent({ title: '<b>&"\u0001', summary: ']]></summary>' })], 'en', ORIGIN)
  expect(xml).toContain('<title>&lt;b&gt;&amp;&quot;</title>')
  expect(xml).toContain(']]&gt;&lt;/summary&gt;')
  expect(xml).toContain(
    `<link rel="self" type="application/atom+xml" href="${ORIGIN}/en/feed.xml"/>`,
  )
})
