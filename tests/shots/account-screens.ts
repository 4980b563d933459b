import type { Page } from 'playwright'
import { answer, hydrated, type Screen } from './screen.ts'

const visitor = ['visitor'] as const
const subscriber = ['subscriber'] as const
const unused = '09350000000'

async function toCode(page: Page, msisdn: string): Promise<void> {
  await hydrated(page)
  await page.locator('input[name=msisdn]').fill(msisdn)
  await page.locator('main form button[type=submit]').click()
}

async function submit(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('main form button[type=submit]').first().click()
  await page.waitForTimeout(400)
}

export const accountScreens: Screen[] = [
  { name: 'login', path: '/login', viewers: visitor },
  { name: 'login/empty', path: '/login', viewers: visitor, act: submit },
  {
    name: 'login/wrong-number',
    path: '/login',
    viewers: visitor,
    act: page => toCode(page, '0912'),
  },
  {
    name: 'login/code',
    path: '/login',
    viewers: visitor,
    before: page => answer(page, '/access-token/users/*/otp', { tracker_id: 'x', resend_in: 120 }),
    act: async page => {
      await toCode(page, unused)
      await page.waitForTimeout(1_500)
    },
  },
  {
    name: 'login/password',
    path: '/login',
    viewers: visitor,
    act: async page => {
      await hydrated(page)
      await page.locator('input[name=msisdn]').fill('09120000001')
      await page.locator('form button:has(.i-lucide-key-round)').click()
      await page.locator('input[name=password]').waitFor()
    },
  },
  { name: 'register', path: '/register', viewers: visitor },
  { name: 'tv', path: '/tv' },
  { name: 'sso', path: '/sso', viewers: visitor },
  { name: 'profile', path: '/profile', viewers: ['subscriber', 'no profile'] },
  { name: 'profile/choose', path: '/profile/choose', viewers: subscriber },
  { name: 'profile/type', path: '/profile/type', viewers: ['newcomer'] },
  {
    name: 'profile/pin',
    viewers: subscriber,
    path: '/profile',
    act: async page => {
      await hydrated(page)
      await page.locator('.profile-tile').nth(1).click()
      await page.waitForURL(/\/profile\/pin/)
      await page.waitForTimeout(800)
    },
  },
  {
    name: 'account',
    path: '/user',
    viewers: ['subscriber', 'newcomer', 'ending', 'expired', 'debit', 'carrier', 'child'],
  },
  { name: 'account/menu', path: '/user/menu', viewers: ['subscriber', 'expired', 'child'] },
  {
    name: 'account/subscription',
    path: '/user/subscription',
    viewers: ['subscriber', 'newcomer', 'expired', 'debit', 'carrier'],
  },
  { name: 'account/payments', path: '/user/payments', viewers: ['subscriber', 'newcomer'] },
  { name: 'account/history', path: '/user/history', viewers: ['subscriber', 'newcomer'] },
  { name: 'account/devices', path: '/user/devices', viewers: subscriber },
  { name: 'account/profiles', path: '/user/profiles', viewers: ['subscriber', 'newcomer'] },
  { name: 'account/settings', path: '/user/settings', viewers: ['subscriber', 'newcomer'] },
  { name: 'account/bookmarks', path: '/user/bookmarks', viewers: ['subscriber', 'newcomer'] },
  { name: 'account/edit', path: '/user/edit', viewers: subscriber },
  { name: 'account/password', path: '/user/password', viewers: subscriber },
  {
    name: 'account/edit-profile',
    viewers: subscriber,
    path: '/profile/choose',
    act: async page => {
      await page.locator('.profile-tile').nth(2).click()
      await page.waitForURL(/\/user\/edit/)
      await page.waitForTimeout(800)
    },
  },
  {
    name: 'account/log-out',
    path: '/user/menu',
    viewers: subscriber,
    isCut: true,
    act: async page => {
      await page.locator('main button:has([class*=i-lucide-log-out])').first().click()
      await page.locator('dialog[open]').waitFor()
      await page.waitForTimeout(400)
    },
  },
  { name: 'support', path: '/tickets', viewers: ['visitor', 'subscriber', 'newcomer'] },
  {
    name: 'support/thread',
    path: '/tickets',
    viewers: subscriber,
    act: async page => {
      await page.locator('main a[href*="/tickets/"]').first().click()
      await page.waitForURL(/\/tickets\/.+/)
      await page.waitForTimeout(500)
    },
  },
  { name: 'support/errors', path: '/tickets', viewers: ['newcomer'], act: submit },
]
