import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { SupportTicket } from '#src/contract/support.ts'
import { ready } from '#tests/support/account.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { runCommand } from '#tests/support/command.ts'
import { aMember } from '#tests/support/member.ts'
import { failRequests, holdRequests, REQUEST_FAILED } from '#tests/support/network.ts'

const TICKETS = '**/api/tickets'
const MESSAGES = '**/api/tickets/*/messages'
const typedIn = (page: Page, name: string) => page.locator(`main [name=${name}]`).inputValue()
const submit = (page: Page) => page.locator('main form button[type=submit]')
const lost = (page: Page) => page.locator('.toast[role=alert]').waitFor()

test('on a phone, in Persian: a visitor reads why to sign in; a ticket survives a lost connection, is answered and continued', async () => {
  const page = await newPage({
    ...PHONE,
    touch: true,
    reducedMotion: true,
    allow: [REQUEST_FAILED],
  })
  await page.goto('/tickets')
  await page.getByText('برای ارسال تیکت پشتیبانی، وارد حساب خود شوید.').waitFor()
  expect(await page.locator('main a[href="/login?redirect=%2Ftickets"]').count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
  const { call } = await aMember(page)
  await page.goto('/tickets')
  await page.getByText('هنوز تیکتی نفرستاده‌اید.').waitFor()
  await ready(page, 'main')
  await page.locator('[name=department]').selectOption('technical')
  await page.locator('[name=title]').fill('پخش قطع می‌شود')
  await page.locator('[name=text]').fill('از دیشب هر پنج دقیقه.\nهمه‌جا.')
  const comesBack = await failRequests(page, TICKETS)
  await submit(page).click()
  await lost(page)
  expect(await typedIn(page, 'title')).toBe('پخش قطع می‌شود')
  await comesBack()
  await page.reload()
  await ready(page, 'main')
  expect(await typedIn(page, 'text')).toBe('از دیشب هر پنج دقیقه.\nهمه‌جا.')
  expect(await typedIn(page, 'department')).toBe('technical')

  const line = await holdRequests(page, TICKETS)
  await submit(page).click()
  await page.locator('main button[aria-busy=true]').press('Enter')
  line.release()
  await page.getByText('در انتظار بررسی').waitFor()
  const { items } = await call<{ items: SupportTicket[] }>('get', '/tickets')
  expect(items.map(({ title, department }) => [title, department])).toEqual([
    ['پخش قطع می‌شود', 'technical'],
  ])
  expect(await axeViolations(page)).toEqual([])

  const number = String(items[0]?.number)
  await runCommand(
    'support',
    'answer',
    number,
    '--text',
    'برنامه را یک بار ببندید و باز کنید.',
    '--close',
  )
  await page.locator('main li a').click()
  await page.waitForURL(/\/tickets\/\w+/)
  await page.getByText('برنامه را یک بار ببندید و باز کنید.').waitFor()
  await page.getByText('بسته‌شده', { exact: true }).waitFor()
  await page.getByText('10.', { exact: false }).first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  await ready(page, 'main')
  await page.locator('[name=text]').fill('درست نشد.')
  const again = await failRequests(page, MESSAGES)
  await submit(page).click()
  await lost(page)
  await again()
  await page.reload()
  await ready(page, 'main')
  expect(await typedIn(page, 'text')).toBe('درست نشد.')
  await submit(page).click()
  await page.getByText('در انتظار بررسی').waitFor()
  expect(await page.locator('main ol li').allTextContents()).toEqual([
    expect.stringContaining('از دیشب'),
    expect.stringContaining('ببندید'),
    expect.stringContaining('درست نشد.'),
  ])
  expect(await typedIn(page, 'text')).toBe('')
})

test('on a desktop, in English: by keyboard alone, and missing input is reported at its field', async () => {
  const page = await newPage({ ...DESKTOP, language: 'en', reducedMotion: true })
  await aMember(page)
  await page.goto('/en/tickets')
  await ready(page, 'main')
  await page.locator('[name=department]').focus()
  await page.keyboard.press('c')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Subject is required.').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  expect(await focused()).toBe('title')
  await page.keyboard.type('No Persian sound')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('text')
  await page.keyboard.type('It is only in English')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const item = page.locator('main li a', { hasText: 'No Persian sound' })
  await item.waitFor()
  await item.getByText('Content', { exact: true }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await item.press('Enter')
  await page.waitForURL(/\/en\/tickets\/\w+/)
  await ready(page, 'main')
  const menu = page.getByRole('navigation', { name: 'Account sections' })
  expect(await menu.locator('[aria-current=page]').getAttribute('href')).toBe('/en/tickets')
  expect(await axeViolations(page)).toEqual([])
  await page.locator('[name=text]').focus()
  await page.keyboard.type('In all of the series')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.locator('main ol li', { hasText: 'In all of the series' }).waitFor()
})

test('a form sent before hydration: nothing is lost or put into the URL', async () => {
  const page = await newPage(DESKTOP)
  const { call } = await aMember(page)
  let release: () => void = () => undefined
  const held = new Promise<void>(done => {
    release = done
  })
  await page.route('**/SupportTicketForm*.js', route => held.then(() => route.continue()))
  await page.route('**/Tickets*.js', route => held.then(() => route.continue()))
  await page.goto('/tickets')
  await page.locator('[name=department]').selectOption('support')
  await page.locator('[name=title]').fill('پیش از بیداری')
  await page.locator('[name=text]').fill('زود نوشتم.')
  await submit(page).click()
  expect(new URL(page.url()).search).toBe('')
  release()
  await page.locator('main li', { hasText: 'پیش از بیداری' }).waitFor()
  const { items } = await call<{ items: SupportTicket[] }>('get', '/tickets')
  expect(items).toMatchObject([{ text: 'زود نوشتم.', department: 'support' }])
})
