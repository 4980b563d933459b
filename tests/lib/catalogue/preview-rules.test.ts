import { expect, test } from 'vitest'
import { mayPreview, type PreviewViewer } from '#src/lib/catalogue/preview-rules.ts'

const POINTER = '(hover: hover) and (pointer: fine)'

function aViewer(matching: string[], viewer: Partial<PreviewViewer> = {}): PreviewViewer {
  const matches = (query: string) => matching.includes(query)
  return { matches, savesData: false, isTvMode: false, ...viewer }
}

test.each([
  ['a mouse', aViewer([POINTER]), true],
  ['a finger', aViewer([]), false],
  ['reduced motion', aViewer([POINTER, '(prefers-reduced-motion: reduce)']), false],
  ['reduced data', aViewer([POINTER, '(prefers-reduced-data: reduce)']), false],
  ['saved data', aViewer([POINTER], { savesData: true }), false],
  ['a TV', aViewer([POINTER], { isTvMode: true }), false],
])('%s', (_, viewer, expected) => {
  expect(mayPreview(viewer)).toBe(expected)
})
