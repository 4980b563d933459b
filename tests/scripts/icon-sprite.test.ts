import { createGenerator } from 'unocss'
import { expect, test } from 'vitest'
import { asSprite } from '../../scripts/integrations/icon-sprite.ts'
import config from '../../uno.config.ts'

const ICONS = ['i-lucide-heart', 'i-lucide-x', 'i-lucide-circle-help']

test('all icons of a sheet are one picture, each rule shows its own part of it, and the rest stays', async () => {
  const uno = await createGenerator(config)
  const { css } = await uno.generate(new Set([...ICONS, 'flex']))
  const { css: packed, picture } = asSprite(css, '/icons.svg')
  expect(packed).not.toContain('data:')
  expect(packed.match(/:root\{--icons:url\("\/icons\.svg"\)\}/g)).toHaveLength(1)
  expect(packed).not.toContain('--un-icon')
  const places = ICONS.map(icon => {
    const rule = new RegExp(`\\.${icon}\\{([^}]*)\\}`).exec(packed)?.[1] ?? ''
    expect(rule).toContain('background-color:currentColor')
    expect(rule).not.toContain('mask-size')
    return /(?<!-webkit-)mask:var\(--icons\) 0 ([\d.]+)%\/100% 300% no-repeat/.exec(rule)?.[1]
  })
  expect(places.toSorted()).toEqual(['0', '100', '50'])
  expect(packed).toContain('.flex{display:flex;}')
  expect(picture).toContain("viewBox='0 0 24 72'")
  expect(picture?.match(/<g transform/g)).toHaveLength(3)
  expect(picture).not.toMatch(/%3C|currentColor/)
})

test('a sheet without icons stays as it is', () => {
  const css = '.flex{display:flex}'
  expect(asSprite(css, '/icons.svg')).toEqual({ css, picture: null })
})
