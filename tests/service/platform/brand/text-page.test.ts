import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#src/contract/languages.ts'
import { renderedTexts } from '#src/service/platform/brand/page-brand.ts'
import { inspectBrand } from '#src/service/platform/brand/read-brand.ts'
import { TEXT_NAMES } from '#src/service/platform/brand/text-names.ts'
import { textPage } from '#src/service/platform/brand/text-page.ts'

const page = (source: string, hasDirectDebit = true, language: 'fa' | 'en' = 'en') =>
  textPage(source, { language, values: { brand: 'Shabtab', devices: 3 }, hasDirectDebit })

test('a text has a title, a description, an intro and sections', () => {
  const read = page(
    '---\ndescription: "{{brand}} and you"\n---\n\n# Terms\n\nRead *this*.\n\n## One\n\nUp to {{devices}}.\n\n- a\n- b\n\n## Two\n\nMore.\n',
  )
  expect(read).toMatchObject({
    title: 'Terms',
    description: 'Shabtab and you',
    intro: 'Read this.',
  })
  expect(read.sections.map(({ title }) => title)).toEqual(['One', 'Two'])
  expect(read.sections[0]?.text).toBe('Up to 3. a b')
  expect(read.sections[0]?.html).toMatch(/<p [^>]+>Up to 3\.<\/p>\s*<ul [^>]+>\s*<li>/)
})

test('numbers are written in the digits of the language', () => {
  expect(page('# ت\n\n## ب\n\n{{devices}} دستگاه', true, 'fa').sections[0]?.text).toBe('۳ دستگاه')
})

test('parts about direct debit are shown only if it is sold', () => {
  const text =
    '# T\n\n## A\n\nCard.\n\n:::direct-debit\nOr debit.\n\n## B\n\nCancel.\n:::\n\n## C\n\nEnd.\n'
  expect(page(text, true).sections.map(({ title }) => title)).toEqual(['A', 'B', 'C'])
  expect(page(text, true).sections[0]?.text).toBe('Card. Or debit.')
  expect(page(text, false).sections.map(({ title }) => title)).toEqual(['A', 'C'])
  expect(JSON.stringify(page(text, false))).not.toMatch(/debit|Cancel/)
})

describe('text that could run in a browser', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](//elsewhere.example)',
    '[x](http://elsewhere.example)',
    '[x]( \u0001javascript:alert(1))',
    '![x](https://elsewhere.example/x.png)',
    '![x](x" onerror="alert(1))',
    '[x](/faq"onmouseover="alert(1))',
    '<svg/onload=alert(1)>',
    '```\n<script>alert(1)</script>\n```',
    '<https://x"onclick="alert(1)>',
  ])('is shown as it was written: %s', hostile => {
    const { title, html } = page(`# T\n\n## ${hostile.split('\n')[0]}\n\n${hostile}\n`)
      .sections[0] ?? {
      title: '',
      html: '',
    }
    const tags = [...(html ?? '').matchAll(/<(\/?[a-z0-9]+)((?:\s[^<>]*)?)>/gi)]
    for (const [, name = '', attributes = ''] of tags) {
      expect(name).toMatch(/^\/?(p|a|pre|code|br|strong|em|ul|ol|li|h3)$/)
      const plain = attributes.replace(/\s(href|class|style|rel)="[^"]*"/g, '').trim()
      expect(plain).toBe('')
      expect(attributes).not.toMatch(/href="\s*(?!https:|mailto:|tel:|\/[^/]|#)/i)
    }
    expect(typeof title).toBe('string')
  })

  test('links to pages, https, e-mail and phones are links', () => {
    const links = '[a](/faq) [b](https://x.example) [c](mailto:a@x.example) [d](tel:0219100)'
    const html = page(`# T\n\n## S\n\n${links}`).sections[0]?.html ?? ''
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      '/faq',
      'https://x.example',
      'mailto:a@x.example',
      'tel:0219100',
    ])
  })
})

test.each([
  ['a text without a title', 'Words.\n', /line 1: must start with its title/],
  [
    'a title after other words',
    '---\na: b\n---\nWords.\n\n# T\n',
    /line 4: must start with its title/,
  ],
  ['two titles', '# A\n\n# B\n', /second title, "B"/],
  [
    'an unknown name',
    '---\na: b\n---\n\n# A\n\n{{devises}}\n',
    /line 7: {{devises}} is unknown; .*devices/,
  ],
  ['a name that every object has', '# A\n\n{{constructor}}\n', /line 3: {{constructor}}/],
  ['a header that is not YAML', '---\ndescription: [\n---\n# A\n', /line 2/],
  ['a name without quotes', '---\ndescription: {{brand}} x\n---\n# A\n', /line 2/],
])('%s is an error that names it', (_, source, message) => {
  expect(() => page(source)).toThrow(message)
})

test('the product’s own texts are valid in both languages, and use {{brand}} for the name', () => {
  const { brand } = inspectBrand(null)
  const second = { ...brand, name: { fa: 'شب‌تاب', en: 'Shabtab' } }
  const { texts, problems } = renderedTexts(second)
  expect(problems).toEqual([])
  expect(texts.size).toBe(TEXT_NAMES.length * LANGUAGES.length * 2)
  for (const [key, text] of texts) {
    expect(JSON.stringify(text), key).not.toMatch(/Pardeh|(?<![\u200c\p{L}])پرده(?![\p{L}\p{M}])/u)
    const speaks = /debit|automatic|auto-renew|تمدید خودکار|پرداخت خودکار|پرداخت مستقیم/i
    if (key.endsWith('false')) expect(JSON.stringify(text), key).not.toMatch(speaks)
  }
  expect(JSON.stringify(texts.get('rules en true'))).toMatch(/direct debit/)
})
