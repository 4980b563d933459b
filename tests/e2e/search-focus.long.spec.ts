import { expect, test } from 'vitest'
import { openSearch } from '#tests/support/search-panel.ts'

test('a button that disappears when pressed leaves the focus where the keys continue', async () => {
  const { page, input, panel } = await openSearch()
  const isFocused = (selector: string) =>
    page.waitForFunction(it => document.activeElement?.matches(it), selector)
  const again = async () => {
    await page.evaluate(() => localStorage.setItem('recent-searches', '{"":["باغ"]}'))
    await page.reload()
    await page.locator('[data-key=search]').press('Enter')
    await isFocused('[name=query]')
  }
  await again()
  await panel.getByRole('button', { name: 'باغ' }).press('Enter')
  await isFocused('[name=query]')
  await panel.getByText('همهٔ نتایج').waitFor()
  await page.keyboard.press('ArrowDown')
  await isFocused('a[data-result]')
  await page.keyboard.press('ArrowUp')
  await isFocused('[name=query]')

  await again()
  await panel.getByRole('button', { name: 'پاک کردن', exact: true }).press('Enter')
  await isFocused('[name=query]')

  await input.fill('با')
  await page.getByRole('button', { name: 'پاک کردن جست‌وجو' }).press('Enter')
  await isFocused('[data-key=search]')
  expect(await panel.isVisible()).toBe(false)
  expect(await input.inputValue()).toBe('')
})
