import { expect, test } from 'vitest'
import { newPage } from '#tests/support/browser.ts'

test.each([
  ['/packages', '.pay-bar', 390],
  ['/packages', '.pay-bar', 1000],
  ['/surveys/faces-of-the-year', '.survey-bar', 390],
  ['/surveys/faces-of-the-year', '.survey-bar', 1000],
] as const)('nothing covers the bar of a form: %s %s at %i px', async (path, bar, width) => {
  const page = await newPage({ width, height: 500, reducedMotion: true })
  await page.goto(path)
  await page.locator(bar).waitFor()
  await page.mouse.move(width / 2, 200)
  await page.mouse.wheel(0, 300)
  await page.locator('[data-mini-bar][data-shown]').waitFor({ state: 'attached' })
  const covered = await page.locator(bar).evaluate(form => {
    const { x, y, width, height } = form.getBoundingClientRect()
    // Points inside its round corners.
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9]
    return parts.flatMap(right =>
      parts.flatMap(down => {
        const top = document.elementFromPoint(x + width * right, y + height * down)
        return !top || form.contains(top) ? [] : top.className
      }),
    )
  })
  expect(covered).toEqual([])
})
