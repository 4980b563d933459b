import { expect, test } from 'vitest'
import { THEMES } from '#src/service/platform/brand/brand-file.ts'
import { contrastProblems, contrastRatio } from '#src/service/platform/brand/contrast.ts'
import { inspectBrand } from '#src/service/platform/brand/read-brand.ts'
import { sources } from '#tests/support/sources.ts'

const { colours } = inspectBrand(null).brand

test('a contrast is that of WCAG, whichever colour comes first', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBe(21)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
})

test('the product’s own colours are readable in both themes', () => {
  expect(THEMES.flatMap(theme => contrastProblems(theme, colours[theme]))).toEqual([])
})

test('they are the colours of the style sheet', () => {
  const [sheet] = sources('src/styles', ['.css']).filter(({ path }) => path.endsWith('theme.css'))
  for (const theme of THEMES) {
    const rules = sheet?.text.split(`[data-theme="${theme}"] {`)[1]?.split('}')[0] ?? ''
    for (const [name, value] of Object.entries(colours[theme])) {
      const written = new RegExp(`--${name}: (#\\w+);`).exec(rules)?.[1] ?? ''
      const whole = written.length === 4 ? written.replace(/(\w)/g, '$1$1') : written
      expect(whole, `${theme} ${name}`).toBe(value)
    }
  }
})

test.each([
  ['text on a surface', { muted: '#5a5a5a' }, 'muted', 'bg'],
  ['the words of a button', { action: '#ff9db0' }, 'on-action', 'action'],
  ['a button under the pointer', { 'action-hover': '#ff9db0' }, 'on-action', 'action-hover'],
  ['a quiet button', { text: '#a6a6a6', overlay: '#333333' }, 'text', 'a quiet button on overlay'],
])('%s that is unreadable is reported with its contrast', (_, changed, of, on) => {
  const problems = contrastProblems('dark', { ...colours.dark, ...changed })
  expect(problems).toContainEqual(expect.objectContaining({ theme: 'dark', of, on, least: 4.5 }))
  for (const { ratio, least } of problems) expect(ratio).toBeLessThan(least)
})
