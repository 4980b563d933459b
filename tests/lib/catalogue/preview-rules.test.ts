import { afterEach, expect, test, vi } from 'vitest'
import { mayPreview, type PreviewViewer, previewViewer } from '#src/lib/catalogue/preview-rules.ts'

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

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['no setting', null, false, false],
  ['the browser', null, true, true],
  ["the player's data saver", '"on"', false, true],
  ["the player's data saver, against the browser", '"off"', true, false],
  ['an invalid setting', '{', false, false],
])('saving data depends on %s', (_, stored, saveData, expected) => {
  vi.stubGlobal('navigator', { connection: { saveData } })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'player:dataSaver' ? stored : null),
  })
  expect(previewViewer().savesData).toBe(expected)
})
