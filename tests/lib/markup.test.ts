import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attribute, type Markup, markup } from '#src/lib/markup.ts'

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#34;': '"',
  '&#39;': "'",
}
const read = (html: string) =>
  html.replace(/&(?:amp|lt|gt|#34|#39);/g, entity => entities[entity] as string)

test('text cannot break out of its place, and reads as it was written', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const found = /^<p title="(.*?)">(.*?)<\/p>$/s.exec(
        markup`<p title="${text}">${text}</p>`.html,
      )
      expect(found).not.toBeNull()
      for (const part of found?.slice(1) ?? []) {
        expect(part).not.toMatch(/[<>"']/)
        expect(read(part)).toBe(text)
      }
    }),
  )
  expect(markup`<b>${'<script>alert("1")</script>'}</b>`.html).toBe(
    '<b>&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;</b>',
  )
})

test('nested markup is unchanged, and a list of it is joined', () => {
  const item = (text: string): Markup => markup`<li>${text}</li>`
  expect(markup`<ul>${['a', '&'].map(item)}</ul>`.html).toBe('<ul><li>a</li><li>&amp;</li></ul>')
})

test('a missing value renders nothing, a zero renders "0"', () => {
  expect(markup`<p>${null}${undefined}${false}${0}</p>`.html).toBe('<p>0</p>')
  expect(attribute('class', undefined).html).toBe('')
  expect(markup`<p${attribute('title', '"x"')}${attribute('data-n', 0)}>`.html).toBe(
    '<p title="&#34;x&#34;" data-n="0">',
  )
})
