import { createGenerator } from 'unocss'
import { expect, test } from 'vitest'
import { iconsOf, toSprites } from '../../../scripts/astro-integration/icon-sprites.ts'
import config from '../../../uno.config.ts'

const FIRST = ['i-lucide-heart', 'i-lucide-x', 'i-lucide-circle-help']
const DEFERRED = ['i-lucide-tv', 'i-lucide-wifi']

test('icons become two sprites, one in the sheet and one next to it, each rule shows its own part, and other rules are unchanged', async () => {
  const uno = await createGenerator(config)
  const { css } = await uno.generate(new Set([...FIRST, ...DEFERRED, 'flex']))
  const first = iconsOf((await uno.generate(new Set(FIRST))).css)
  const { css: rewritten, file } = toSprites(css, { inline: first, file: '/icons.svg' })
  expect(rewritten.match(/data:image\/svg/g)).toHaveLength(1)
  expect(rewritten).not.toContain('--un-icon')
  const positionsOf = (icons: string[], picture: string) =>
    icons
      .map(icon => {
        const rule = new RegExp(`\\.${icon}\\{([^}]*)\\}`).exec(rewritten)?.[1] ?? ''
        expect(rule).toContain('background-color:currentColor')
        expect(rule).not.toContain('mask-size')
        const mask = new RegExp(
          `(?<!-webkit-)mask:var\\(${picture}\\) 0 ([\\d.]+)%/100% ${icons.length}00% no-repeat`,
        )
        return mask.exec(rule)?.[1]
      })
      .toSorted()
  expect(positionsOf(FIRST, '--icons')).toEqual(['0', '100', '50'])
  expect(positionsOf(DEFERRED, '--icons-deferred')).toEqual(['0', '100'])
  expect(rewritten).toContain('.flex{display:flex;}')
  expect(rewritten).toContain('--icons-deferred:url("/icons.svg")')
  const [, picture = ''] = /url\("data:image\/svg\+xml,([^"]*)"\)/.exec(rewritten) ?? []
  const svg = decodeURIComponent(picture)
  expect(svg).toContain("viewBox='0 0 24 72'")
  expect(file).toContain("viewBox='0 0 24 48'")
  expect(svg.match(/<g transform/g)).toHaveLength(3)
  for (const text of [svg, file]) expect(text).not.toMatch(/%3C|currentColor/)
})

test('a sheet without icons is unchanged', () => {
  const css = '.flex{display:flex}'
  expect(toSprites(css, { inline: [], file: '/icons.svg' })).toEqual({ css, file: null })
})
