import { createGenerator } from 'unocss'
import { expect, test } from 'vitest'
import { asSprites, iconsOf } from '../../scripts/integrations/icon-sprite.ts'
import config from '../../uno.config.ts'

const FIRST = ['i-lucide-heart', 'i-lucide-x', 'i-lucide-circle-help']
const LATER = ['i-lucide-tv', 'i-lucide-wifi']

test('icons of a sheet are two pictures, within it and beside it, each rule shows its own part of one, and the rest stays', async () => {
  const uno = await createGenerator(config)
  const { css } = await uno.generate(new Set([...FIRST, ...LATER, 'flex']))
  const first = iconsOf((await uno.generate(new Set(FIRST))).css)
  const { css: packed, later } = asSprites(css, { first, place: '/icons.svg' })
  expect(packed.match(/data:image\/svg/g)).toHaveLength(1)
  expect(packed).not.toContain('--un-icon')
  const placesOf = (icons: string[], picture: string) =>
    icons
      .map(icon => {
        const rule = new RegExp(`\\.${icon}\\{([^}]*)\\}`).exec(packed)?.[1] ?? ''
        expect(rule).toContain('background-color:currentColor')
        expect(rule).not.toContain('mask-size')
        const mask = new RegExp(
          `(?<!-webkit-)mask:var\\(${picture}\\) 0 ([\\d.]+)%/100% ${icons.length}00% no-repeat`,
        )
        return mask.exec(rule)?.[1]
      })
      .toSorted()
  expect(placesOf(FIRST, '--icons')).toEqual(['0', '100', '50'])
  expect(placesOf(LATER, '--icons-later')).toEqual(['0', '100'])
  expect(packed).toContain('.flex{display:flex;}')
  expect(packed).toContain('--icons-later:url("/icons.svg")')
  const [, picture = ''] = /url\("data:image\/svg\+xml,([^"]*)"\)/.exec(packed) ?? []
  const svg = decodeURIComponent(picture)
  expect(svg).toContain("viewBox='0 0 24 72'")
  expect(later).toContain("viewBox='0 0 24 48'")
  expect(svg.match(/<g transform/g)).toHaveLength(3)
  for (const text of [svg, later]) expect(text).not.toMatch(/%3C|currentColor/)
})

test('a sheet without icons stays as it is', () => {
  const css = '.flex{display:flex}'
  expect(asSprites(css, { first: [], place: '/icons.svg' })).toEqual({ css, later: null })
})
