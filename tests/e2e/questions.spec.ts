import { expect, test } from 'vitest'
import { newPage } from '#tests/support/browser.ts'

test('opening a question does not change the address, and a reload opens only the first', async () => {
  const page = await newPage()
  await page.goto('/faq', { waitUntil: 'networkidle' })
  const questions = page.locator('main details')
  await questions.nth(1).locator('summary').click()
  await expect.poll(() => questions.nth(1).getAttribute('open')).not.toBeNull()
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  expect(await page.locator('main details[open]').count()).toBe(1)
})
