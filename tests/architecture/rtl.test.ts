// The interface is written from right to left and mirrored for English, so sides are named by the flow of the text:
// ps pe ms me start end. Anything that must stay on a physical side is marked: a class by the
// prefix `force-`, a line of CSS by a comment that begins with `force:`.
import { expect, test } from 'vitest'
import { findings, sources, withoutComments } from '#tests/support/sources.ts'

const SIZE = String.raw`(?:\d|\[|auto\b|full\b|px\b|\$)`
const PHYSICAL_CLASS = new RegExp(
  String.raw`(?<![\w-])-?(?:[mp][lr]|scroll-[mp][lr]|left|right|inset-[lr])-${SIZE}[\w./%\]-]*` +
    String.raw`|(?<![\w-])(?:border|rounded)-(?:[lr]|[tb][lr])(?![\w])(?:-[\w./%]+)?` +
    String.raw`|(?<![\w-])(?:text|float|clear)-(?:left|right)(?![\w-])`,
  'g',
)
const PHYSICAL_RULE =
  /(?<![\w-])(?:(?:scroll-)?(?:margin|padding|border)-(?:left|right)(?:-\w+)?|(?:left|right))\s*:|(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)\b/g
const PHYSICAL_STYLE = /(?<!\w)(?:margin|padding|border)(?:Left|Right)(?:Width|Color)?\s*:/g
const STYLE_BLOCK = /<style[^>]*>([\s\S]*?)<\/style>/g

const markup = sources('src', ['.astro', '.tsx']).map(clean)
const styles = sources('src', ['.css']).map(clean)

test('markup names sides by the flow of the text', () => {
  expect(markup.flatMap(file => findings(file, PHYSICAL_CLASS))).toEqual([])
  expect(markup.flatMap(file => findings(file, PHYSICAL_STYLE))).toEqual([])
})

test('style sheets name sides by the flow of the text', () => {
  const blocks = markup.map(({ path, text }) => ({
    path,
    text: [...text.matchAll(STYLE_BLOCK)].map(block => block[1]).join('\n'),
  }))
  expect([...styles, ...blocks].flatMap(file => findings(file, PHYSICAL_RULE))).toEqual([])
})

test('the check distinguishes physical from logical sides', () => {
  const found = (text: string) => findings({ path: 'x', text }, PHYSICAL_CLASS).length
  for (const text of ['ml-2', 'md:pr-4', '-left-3', 'right-0', 'text-left', 'rounded-tl-lg'])
    expect(found(`class="${text}"`), text).toBe(1)
  for (const text of ['ms-2', 'force-ml-2', 'i-lucide-chevron-left', 'text-start', 'right-to-left'])
    expect(found(`class="${text}"`), text).toBe(0)
})

function clean({ path, text }: { path: string; text: string }) {
  return { path, text: withoutComments(text.replace(/[^\n]*\/\* force: [^\n]*/g, '')) }
}
