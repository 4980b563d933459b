import { expect, test } from 'vitest'
import { newPage } from '#tests/support/browser.ts'

test.each(['/', '/en/login', '/offline'])(
  'a transition that the browser gives up at the first frame of %s is not an error',
  async path => {
    const page = await newPage({ language: path.startsWith('/en') ? 'en' : 'fa' })
    await page.addInitScript(() => {
      const refused = () =>
        Promise.reject(new DOMException('Transition was aborted', 'InvalidStateError'))
      const reveal = () => {
        const viewTransition = { ready: refused(), finished: refused() }
        dispatchEvent(Object.assign(new Event('pagereveal'), { viewTransition }))
      }
      // The first frame can come as soon as there is a body.
      const parsing = new MutationObserver(() => {
        if (!document.body) return
        parsing.disconnect()
        document.documentElement.dataset.revealed = ''
        reveal()
      })
      parsing.observe(document, { childList: true, subtree: true })
    })
    await page.goto(path)
    expect(await page.locator('html[data-revealed]').count()).toBe(1)
  },
)
