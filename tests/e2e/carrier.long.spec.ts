// carrier_specific titles: the messages for other viewers, and playback by carrier subscribers until the subscription ends.
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { DESKTOP, newPage, screenshot, siteUrl } from '#tests/support/browser.ts'
import { runCommand } from '#tests/support/command.ts'
import { advances, aViewer, play, playersAxe, signInAs, watch } from '#tests/support/viewer.ts'

const CLIENT_ERROR = /status of 403/
const SUBSCRIBER = '09120000008'
const NARROW = { width: 360, height: 780 }

async function carrierTitle(): Promise<{ id: string; short_id: string; slug: string }> {
  const reply = await fetch(`${siteUrl()}/api/video-contents?flags=carrier_specific`)
  const { data } = (await reply.json()) as {
    data: { items: { id: string; short_id: string; slugs: { fa: string } }[] }
  }
  const [found] = data.items
  if (!found) throw new Error('the demo has no carrier title')
  return { ...found, slug: found.slugs.fa }
}

const TEXTS = {
  fa: {
    notice: 'این عنوان فقط با اشتراک اپراتور موبایل پخش می‌شود',
    reason: 'این عنوان فقط با اشتراک اپراتور موبایل قابل تماشاست.',
    account: 'اشتراک از اپراتور موبایل شما',
    menu: 'عنوان‌های ویژهٔ اپراتور برای شما باز است',
  },
  en: {
    notice: 'This title is only available with a subscription from a mobile operator',
    reason: 'This title is only available with a subscription from a mobile operator.',
    account: 'Subscription from your mobile operator',
    menu: 'Your operator’s exclusive titles are available to you',
  },
}

describe.each(['fa', 'en'] as const)('in %s', language => {
  const prefix = language === 'en' ? '/en' : ''
  const texts = TEXTS[language]

  test.each([
    ['phone', NARROW],
    ['desktop', DESKTOP],
  ] as const)(
    'on a %s a viewer with a bought subscription sees what is needed, without an offer',
    async (name, size) => {
      const page = await newPage({ ...size, language, allow: [CLIENT_ERROR] })
      await aViewer(page)
      const { short_id, slug } = await carrierTitle()
      await page.goto(`${prefix}/contents/${short_id}/${slug}`)
      await page.getByText(texts.notice).waitFor()
      await fits(page)
      await screenshot(page, `carrier-content-${language}-${name}`)
      await page.goto(`${prefix}/play/${short_id}`)
      await page.locator('.failure').getByText(texts.reason).waitFor()
      expect(await page.locator('.failure a[href*="/packages"]').count()).toBe(0)
      expect(await playersAxe(page)).toEqual([])
      await fits(page)
      await screenshot(page, `carrier-player-${language}-${name}`)
    },
  )

  test.each([
    ['phone', NARROW],
    ['desktop', DESKTOP],
  ] as const)(
    'on a %s the account of a carrier subscriber shows the carrier subscription',
    async (name, size) => {
      const page = await newPage({ ...size, language })
      await signInAs(page, SUBSCRIBER)
      await page.goto(`${prefix}/user`)
      await page.locator('main').getByText(texts.account).waitFor()
      await fits(page)
      await screenshot(page, `carrier-account-${language}-${name}`)
      if (name === 'phone') await page.goto(`${prefix}/user/menu`)
      else await page.locator('[data-avatar]').first().click()
      await page.getByText(texts.menu).first().waitFor()
      await fits(page)
      await screenshot(page, `carrier-menu-${language}-${name}`)
    },
  )
})

test('carrier subscribers play it, until the first heartbeat after the end', async () => {
  const page = await newPage({ ...DESKTOP, allow: [CLIENT_ERROR, /status of 410/] })
  await signInAs(page, SUBSCRIBER)
  const { short_id } = await carrierTitle()
  await watch(page, `/play/${short_id}?t=0`)
  await advances(page)
  try {
    await runCommand('users', 'carrier', SUBSCRIBER, '--end')
    await page.locator('.failure').getByText(TEXTS.fa.reason).waitFor({ timeout: 60_000 })
  } finally {
    await runCommand('users', 'carrier', SUBSCRIBER, '--days', '45')
  }
  await page.goto(`/play/${short_id}?t=0`)
  await play(page)
})

async function fits(page: Page): Promise<void> {
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wide).toBe(0)
}
