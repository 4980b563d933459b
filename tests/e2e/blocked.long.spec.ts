// The messages for users whom the team blocked, and for a comment that waits for a moderator.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { contentPath } from '#src/lib/routes.ts'
import { aNumber, signInWithPassword } from '#tests/support/account.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { newPage, screenshot } from '#tests/support/browser.ts'
import { runCommand } from '#tests/support/command.ts'
import { aMember } from '#tests/support/member.ts'
import { aTitle } from '#tests/support/viewer.ts'

const FORBIDDEN = /status of 403/
/** A demo account that no other test signs in with. */
const ACCOUNT = '09120000004'
const TEXTS = {
  fa: {
    blocked: 'حساب شما مسدود شده است',
    held: 'در انتظار بررسی',
    sent: 'پس از بررسی نمایش داده می‌شود',
    mayNot: 'امکان نوشتن دیدگاه برای حساب شما بسته شده است',
  },
  en: {
    blocked: 'Your account is blocked',
    held: 'Waiting for review',
    sent: 'will appear once it has been reviewed',
    mayNot: 'Your account can no longer post comments',
  },
}
const SIZES = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

test('a blocked user is informed at sign-in, in both languages', async () => {
  await runCommand('users', 'block', ACCOUNT, '--quiet')
  try {
    for (const language of ['fa', 'en'] as const) {
      const page = await newPage({ ...SIZES[0], language, allow: [FORBIDDEN] })
      const path = language === 'en' ? '/en/login' : '/login'
      void signInWithPassword(page, ACCOUNT, path).catch(() => {})
      await page.getByText(TEXTS[language].blocked).first().waitFor()
      expect(await axeViolations(page)).toEqual([])
      await shots(page, `blocked-${language}`)
    }
  } finally {
    await runCommand('users', 'unblock', ACCOUNT)
  }
})

test('a comment with a held word waits, and a blocked author sees a message', async () => {
  const word = `واژه${aNumber()}`
  await runCommand('comments', 'hold', word)
  const title = await aTitle('types=single_video', 20)
  for (const language of ['fa', 'en'] as const) {
    const page = await newPage({ ...SIZES[0], language, allow: [FORBIDDEN] })
    const { msisdn } = await aMember(page)
    await page.goto(encodeURI(contentPath(title, language)))
    const send = async (text: string) => {
      await page.locator('#comments').scrollIntoViewIfNeeded()
      await page.locator('#comments [data-hydrated=true]').waitFor()
      await page.locator('#comments textarea').fill(text)
      await page.locator('#comments button[type=submit]').click()
    }
    await send(`${word} را ببینید`)
    await page.getByText(TEXTS[language].sent).waitFor()
    await page.locator('#comments li', { hasText: TEXTS[language].held }).waitFor()
    await shots(page, `held-comment-${language}`)
    await runCommand('comments', 'block', msisdn)
    await send('باز هم یک دیدگاه')
    await page.getByText(TEXTS[language].mayNot).waitFor()
  }
})

async function shots(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wide).toBe(0)
    await screenshot(page, `${name}-${size.width}`)
  }
}
