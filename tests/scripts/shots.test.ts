import { expect, test } from 'vitest'
import { accountScreens } from '#tests/shots/account-screens.ts'
import { catalogueScreens } from '#tests/shots/catalogue-screens.ts'
import { checkoutScreens } from '#tests/shots/checkout-screens.ts'
import { consoleScreens } from '#tests/shots/console-screens.ts'
import { indexPage } from '#tests/shots/index-page.ts'
import { shotsOf } from '#tests/shots/jobs.ts'
import { layoutScreens } from '#tests/shots/layout-screens.ts'
import { readOptions } from '#tests/shots/options.ts'
import { playerScreens } from '#tests/shots/player-screens.ts'
import type { Screen } from '#tests/shots/screen.ts'

const screens: Screen[] = [
  ...catalogueScreens,
  ...layoutScreens,
  ...accountScreens,
  ...checkoutScreens,
  ...playerScreens,
  ...consoleScreens,
]
const shots = (...args: string[]) => shotsOf(screens, readOptions(['out', ...args]))

test('every screen is captured in both languages, at four widths or at three of the console', () => {
  const all = shots()
  for (const { name, isConsole } of screens) {
    const own = all.filter(({ screen }) => screen.name === name)
    expect(new Set(own.map(({ language }) => language)), name).toEqual(new Set(['fa', 'en']))
    const widths = isConsole ? [1024, 1440, 1920] : [360, 768, 1280, 1920]
    expect(new Set(own.map(({ width }) => width)), name).toEqual(new Set(widths))
  }
})

test('no two screenshots share a file, and no two screens a name', () => {
  const files = shots('--modes', 'plain,forced-colors,text-200').map(({ file }) => file)
  expect(new Set(files).size).toBe(files.length)
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length)
})

test('options limit the set of screenshots', () => {
  const some = shots('--only', 'login', '--widths', '320', '--languages', 'en')
  expect(some.map(({ file }) => file)).toContain('login.visitor.en.320.png')
  expect(some.every(({ screen, width }) => screen.name.includes('login') && width === 320)).toBe(
    true,
  )
  expect(shots('--only', 'no such screen')).toEqual([])
})

test('the index shows every screenshot with the messages of its page, as text', () => {
  const [shot] = shots('--only', 'login')
  if (!shot) throw new Error('no screen')
  const page = indexPage([{ ...shot, address: '/login', problems: ['<script>alert(1)</script>'] }])
  expect(page).toContain(`src="${shot.file}"`)
  expect(page).toContain('&#60;script&#62;alert(1)')
  expect(page).not.toContain('<script>')
})
