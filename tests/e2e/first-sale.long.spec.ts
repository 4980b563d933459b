// MODE=production from an empty database to the first sale, only with commands.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  FONTS_OF_BANK,
  payFirstPackage,
  signUp,
  visitCompany,
} from '#tests/support/company-visitor.ts'
import { type Company, FILES, startCompany } from '#tests/support/production.ts'
import { expectPlaying } from '#tests/support/purchase-journey.ts'

const NEEDS_SUBSCRIPTION = /status of 403/

let company: Company
beforeAll(async () => {
  company = await startCompany({ isEmpty: true })
}, 180_000)
afterAll(() => company?.stop(), 60_000)

test('an empty installation lists the missing steps, commands do them, and it sells', {
  timeout: 240_000,
}, async () => {
  const { operate, site } = company
  await expect.poll(site.logs).toContain('Nothing is on sale yet.')
  for (const command of ['import', 'packages apply', 'home apply'])
    await expect.poll(() => site.logs()).toContain(`./pardeh ${command}`)
  expect(await operate('packages', 'list')).toContain('Nothing is on sale')

  const page = await visitCompany(company, '/', { allow: [NEEDS_SUBSCRIPTION, FONTS_OF_BANK] })
  expect(await page.locator('.poster-link').count()).toBe(0)
  await page.goto('/packages')
  await page.getByText('اکنون بسته‌ای برای فروش نیست').waitFor()

  await operate('import', FILES.titles)
  expect(await operate('packages', 'apply', FILES.packages, '--dry-run')).toContain('dry run')
  await page.reload()
  await page.getByText('اکنون بسته‌ای برای فروش نیست').waitFor()
  await operate('packages', 'apply', FILES.packages, '--as', 'sara')
  await operate('home', 'apply', FILES.home)

  const home = async () => {
    await page.goto('/')
    return page.locator('.poster-link').count()
  }
  await expect.poll(home).toBeGreaterThan(0)
  await page.locator('.poster-link').first().click()
  await page.getByRole('link', { name: 'وارد شوید', exact: true }).click()
  await page.waitForURL(/\/login\?redirect=/)
  const mobile = await signUp(company, page)
  await page.waitForURL(/\/play\//)
  const player = new URL(page.url()).pathname

  await payFirstPackage(page)
  await page.goto(player)
  await expectPlaying(page)

  const payments = await operate('payments', 'list', '--user', mobile, '--json')
  expect(JSON.parse(payments)).toMatchObject([
    { state: 'paid', package: 'month-1', total: 1_639_000, gateway: 'zarinpal' },
  ])
  const report = JSON.parse(await operate('report', '--json'))
  expect(report.sections.packages.rows).toMatchObject([
    { package: 'month-1', payments: 1, sales: 1_490_000, vat: 149_000, received: 1_639_000 },
  ])
  expect(report.sections.subscribers.rows).toContainEqual({ what: 'active at the end', people: 1 })
  const audit = JSON.parse(await operate('audit', 'list', '--actor', 'sara', '--json'))
  expect(audit).toMatchObject([{ action: 'packages.apply' }])
  expect(site.logs()).not.toMatch(/"level":[56]0/)
})
