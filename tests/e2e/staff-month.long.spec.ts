// Further tasks of a month in the console, each with its clicks and what it changes.
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPage } from '#tests/support/browser.ts'
import { aMember } from '#tests/support/member.ts'
import {
  clicksOf,
  runAction,
  type StaffSite,
  staffPage,
  startStaffSite,
} from '#tests/support/staff-page.ts'

let at: StaffSite

beforeAll(async () => {
  at = await startStaffSite()
}, 120_000)
afterAll(() => at?.stop())

/** A new visitor of the site, signed in. */
const someone = async () => aMember(await newPage({ url: at.site.url }), at.site.url)

async function openPerson(page: Page, msisdn: string): Promise<void> {
  await page.goto('/people')
  await page.locator('[name=q]').fill(msisdn)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.locator('tbody tr').click()
}

/** Opens the dialog of an action, and returns it with the button that runs the action. */
async function openAction(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  return { dialog, run: () => dialog.getByRole('button', { name, exact: true }).click() }
}

async function onSite<T>(path: string): Promise<T> {
  const reply = await fetch(`${at.site.url}/api${path}`, { headers: { 'Accept-Language': 'en' } })
  return ((await reply.json()) as { data: T }).data
}

test('marketing announces a break above all pages, and takes it back', async () => {
  const page = await staffPage(at, 'marketing')
  await page.goto('/messages')
  const { dialog, run } = await openAction(page, 'New message')
  await dialog.locator('[name=fa]').fill('امشب از ساعت دو تا سه پخش قطع می‌شود.')
  await dialog.locator('[name=en]').fill('Nothing plays from two to three tonight.')
  await run()
  await page.getByText('Done.').first().waitFor()
  const shown = () => onSite<{ text: string } | null>('/popup-message')
  await expect
    .poll(async () => (await shown())?.text)
    .toBe('Nothing plays from two to three tonight.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await (await openAction(page, 'Remove the message')).run()
  await expect.poll(shown).toBeNull()
  expect(await clicksOf(page)).toBe(5)
})

test('an editor puts a title first in the banner', async () => {
  const page = await staffPage(at, 'editor')
  await page.goto('/titles/night-bakery')
  await (await openAction(page, 'Feature')).run()
  await page.getByText('Done.').first().waitFor()
  const home = await onSite<{ widgets: { items: { title: string }[] }[] }>(
    '/widgets/personal-home-page',
  )
  expect(home.widgets[0]?.items[0]?.title).toBe('Night Bakery')
  expect(await clicksOf(page)).toBe(2)
})

test('an editor withdraws a title on a day', async () => {
  const page = await staffPage(at, 'editor')
  await page.goto('/titles/umbrella-for-rasht')
  const { dialog, run } = await openAction(page, 'Schedule')
  await dialog
    .getByRole('group', { name: 'Withdrawn from' })
    .getByRole('spinbutton')
    .first()
    .click()
  await page.keyboard.type('010120400930AM')
  await run()
  await page.getByText('Done.').first().waitFor()
  await page.goto('/schedule')
  await page.getByText('Umbrella', { exact: false }).first().waitFor()
  expect(await clicksOf(page)).toBe(3)
})

test('an editor holds comments with a word', async () => {
  const page = await staffPage(at, 'editor')
  await page.goto('/comments')
  const { dialog, run } = await openAction(page, 'Add words')
  await dialog.getByRole('combobox').fill('spoilerword')
  await page.keyboard.press('Enter')
  await run()
  await page.getByText('Done.').first().waitFor()
  expect(await clicksOf(page)).toBe(2)
  const words = await runAction(page, 'comments.words', { fields: {} })
  expect(JSON.stringify(words)).toContain('spoilerword')
})

test('support signs a person out everywhere', async () => {
  const member = await someone()
  const page = await staffPage(at, 'support')
  await openPerson(page, member.msisdn)
  await (await openAction(page, 'Sign out everywhere')).run()
  await page.getByText('Done.').first().waitFor()
  await expect(member.call('get', '/users/_self')).rejects.toThrow(/401/)
  expect(await clicksOf(page)).toBe(3)
})

test('support cancels a subscription with a reason', async () => {
  const member = await someone()
  const page = await staffPage(at, 'support')
  await runAction(page, 'users.grant', { fields: { person: member.msisdn, days: '30' } })
  await openPerson(page, member.msisdn)
  const { dialog, run } = await openAction(page, 'Cancel the subscription')
  await dialog.locator('[name=reason]').fill('asked by phone')
  await run()
  await page.getByText('Done.').first().waitFor()
  const self = await member.call<{ subscription_remaining_in_day: number }>('get', '/users/_self')
  expect(self.subscription_remaining_in_day).toBe(0)
  expect(await clicksOf(page)).toBe(3)
})

test('support writes a template of an answer', async () => {
  const page = await staffPage(at, 'support')
  await page.goto('/answers')
  const { dialog, run } = await openAction(page, 'Change a template')
  await dialog.locator('[name=name]').fill('no-sound')
  await dialog.locator('[name=text]').fill('Please choose another audio track.')
  await run()
  await page.getByText('Done.').first().waitFor()
  await page.locator('tbody').getByText('Please choose another audio track.').waitFor()
  expect(await clicksOf(page)).toBe(2)
})

test('finance asks the bank again about a payment', async () => {
  const page = await staffPage(at, 'finance')
  await page.goto('/payments')
  await page.locator('tbody tr').first().click()
  const { dialog, run } = await openAction(page, 'Ask the bank again')
  await run()
  await dialog.getByRole('alert').waitFor()
  expect(await clicksOf(page)).toBe(3)
})

test('an administrator changes a role, and finds the change in the audit log by what was done', async () => {
  const page = await staffPage(at, 'admin')
  await page.goto('/team')
  await page
    .getByRole('row', { name: /marketing@pardeh\.example/ })
    .getByRole('button', { name: 'Change the role' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Editor' }).click()
  await dialog.getByRole('button', { name: 'Change the role' }).click()
  await page.getByText('Done.').first().waitFor()
  expect(await clicksOf(page)).toBe(4)
  await page.goto('/audit')
  await page.getByRole('combobox', { name: 'Action' }).fill('change the role')
  await page.getByRole('option', { name: /Change the role/ }).click()
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.locator('tbody').getByText('marketing@pardeh.example').first().waitFor()
  // Commands of the terminal have no form in the console, but entries in the log.
  await page.getByRole('combobox', { name: 'Action' }).fill('backup')
  await page.getByRole('option', { name: 'Only “backup”' }).click()
  await expect.poll(() => new URL(page.url()).search).toContain('backup')
})
