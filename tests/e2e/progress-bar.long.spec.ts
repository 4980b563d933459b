import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { newPage } from '#tests/support/browser.ts'

/** True if the bar appears while a script's navigation to /faq waits. */
async function isShownTowardsFaq(page: Page, how: 'assign' | 'back'): Promise<boolean> {
  const held = Promise.withResolvers<void>()
  await page.route('**/faq', async route => {
    await held.promise
    await route.continue()
  })
  const isShown = await page.evaluate(
    name =>
      new Promise<boolean>(done => {
        const bar = document.getElementById('progress') as HTMLElement
        new MutationObserver(() => done(!bar.hidden)).observe(bar, {
          attributeFilter: ['hidden'],
        })
        setTimeout(done, 30_000, false)
        if (name === 'assign') location.assign('/faq')
        else history.back()
      }),
    how,
  )
  held.resolve()
  await page.waitForURL('**/faq')
  return isShown
}

const visitor = () => newPage({ allow: [/ViewTransition opt-in/] })

test.each(['assign', 'back'] as const)(
  'shows the progress bar for a navigation by a script too: %s',
  async how => {
    const page = await visitor()
    await page.goto('/faq')
    await page.goto('/contents')
    expect(await isShownTowardsFaq(page, how)).toBe(true)
  },
)

test('shows it also after a link was opened in another tab', async () => {
  const page = await visitor()
  await page.goto('/contents')
  const opened = page.context().waitForEvent('page')
  await page.locator('[data-footer] a[href="/about"]').click({ modifiers: ['Control'] })
  await (await opened).close()
  expect(await isShownTowardsFaq(page, 'assign')).toBe(true)
})

test('shows it also after a press on a telephone number, which does not show it', async () => {
  const page = await visitor()
  await page.clock.install()
  await page.goto('/contents')
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'tel:+982100000000'
    document.body.append(link)
    link.click()
  })
  // Runs longer than the bar takes to appear.
  await page.clock.runFor(600)
  expect(await page.evaluate(() => document.getElementById('progress')?.hidden)).toBe(true)
  expect(await isShownTowardsFaq(page, 'assign')).toBe(true)
})
