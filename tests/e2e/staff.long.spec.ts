// The daily work of the team in the console, each task under the role whose work it is, with its clicks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_STAFF_PASSWORD, demoStaffCode } from '#src/service/platform/dev/demo-staff.ts'
import { totpCode } from '#src/service/platform/totp.ts'
import { newPage } from '#tests/support/browser.ts'
import { aMember } from '#tests/support/member.ts'
import {
  anonymousStaffPage,
  clicksOf,
  emailOf,
  runAction,
  type StaffSite,
  staffPage,
  startStaffSite,
} from '#tests/support/staff-page.ts'
import { aWorkbook } from '#tests/support/workbook.ts'

let at: StaffSite

beforeAll(async () => {
  at = await startStaffSite()
}, 120_000)
afterAll(() => at?.stop())

test('an invited member chooses a password, reads the code and keeps recovery codes', async () => {
  const admin = await staffPage(at, 'admin')
  await admin.goto('/team')
  await admin.getByRole('button', { name: 'Invite' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.locator('[name=email]').fill('sara@example.com')
  await dialog.getByLabel('Role').click()
  await admin.getByRole('option', { name: 'Editor' }).click()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await dialog.getByText(/\/invitation\//).textContent()
  const page = await anonymousStaffPage(at)
  await page.goto(new URL(link ?? '').pathname)
  await page.locator('[name=name]').fill('Sara')
  await page.locator('[name=password]').fill('a password of twelve')
  await page.locator('[name=password]').press('Enter')
  const secret = await page.getByText(/^[A-Z2-7]{32}$/).textContent()
  await page.locator('[name=totp]').fill(totpCode(secret ?? '', new Date()))
  await page.locator('[name=totp]').press('Enter')
  await page.getByText('Keep these ten codes').waitFor()
  expect(await page.locator('main li, ul.ltr li').count()).toBe(10)
  await page.getByRole('link', { name: 'Open the console' }).click()
  await page.getByRole('menuitem', { name: 'Titles' }).waitFor()
})

test('a member signs in in Persian with the code of the authenticator, and after signing out the session has ended', async () => {
  const page = await anonymousStaffPage(at, { language: 'fa' })
  // No other test signs finance in: a code of the authenticator works once in its half minute.
  await page.goto('/')
  await page.locator('[name=email]').fill(emailOf('finance'))
  await page.locator('[name=password]').fill(DEMO_STAFF_PASSWORD)
  await page.locator('[name=password]').press('Enter')
  await page.locator('[name=totp]').fill(demoStaffCode(new Date()))
  await page.locator('[name=totp]').press('Enter')
  await page.getByRole('menuitem', { name: 'گزارش مالی' }).waitFor()
  const session = await page.context().cookies()
  await page.locator('button', { hasText: 'finance' }).click()
  await page.locator('.logout').click()
  await page.locator('[name=email]').waitFor()
  await page.context().addCookies(session)
  await expect
    .poll(async () => (await page.request.get(`${at.origin}/api/session`)).status())
    .toBe(401)
})

test('support sees why a person cannot watch a title', async () => {
  const member = await aMember(await newPage({ url: at.site.url }), at.site.url)
  const page = await staffPage(at, 'support')
  await page.goto('/people')
  await page.locator('[name=q]').fill(member.msisdn)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.locator('tbody tr').click()
  await page.getByRole('combobox', { name: 'Title' }).fill('Mars Car')
  await page.getByRole('option', { name: 'Mars Caravanserai' }).click()
  await page.getByText('has no subscription.').first().waitFor()
  expect(await clicksOf(page)).toBe(2)
})

test('support: the ticket that has waited longest is answered and completed in two keys', async () => {
  const page = await staffPage(at, 'support')
  await runAction(page, 'support.template', {
    fields: { name: 'a-check', text: 'Please update the app.' },
  })
  await page.goto('/tickets')
  await page.getByRole('button', { name: 'Next ticket' }).first().click()
  await page.getByRole('heading', { name: 'زیرنویس «نانوایی شب»' }).waitFor()
  await page.getByText('a-check · Alt+1').waitFor()
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article').getByText('Please update the app.').waitFor()
  await page.getByText('Completed', { exact: true }).waitFor()
  expect(await clicksOf(page)).toBe(1)
})

test('editor: the later of two editors is warned, keeps the text and saves it', async () => {
  const [first, second] = [await staffPage(at, 'editor'), await staffPage(at, 'admin')]
  for (const page of [first, second]) {
    await page.goto('/titles/mars-caravanserai')
    await page.getByLabel('Tagline (English)').waitFor()
  }
  await first.getByLabel('Tagline (English)').fill('The first text')
  await first.getByRole('button', { name: 'Save' }).click()
  await first.getByText('Done.').waitFor()
  await second.getByLabel('Tagline (English)').fill('The second text')
  await second.getByRole('button', { name: 'Save' }).click()
  await second.getByText(`${emailOf('editor')} changed this title`).waitFor()
  expect(await second.getByLabel('Tagline (English)').inputValue()).toBe('The second text')
  await second.getByRole('button', { name: 'Keep my text' }).click()
  await second.getByRole('button', { name: 'Save' }).click()
  await second.getByText('Done.').waitFor()
  await first.reload()
  await expect
    .poll(() => first.getByLabel('Tagline (English)').inputValue())
    .toBe('The second text')
})

test('editor: the rows of the home page are moved by keys and by dragging, seen as a child, and applied together', async () => {
  const page = await staffPage(at, 'editor')
  await page.goto('/home')
  const rows = page.locator('ol > li')
  const names = () => rows.locator('h2').allTextContents()
  await page.locator('ol ul li').nth(20).waitFor()
  const [first = '', second = '', third = '', ...rest] = await names()
  await page.getByRole('button', { name: `Move “${second}” down` }).focus()
  await page.keyboard.press('Enter')
  expect(await names()).toEqual([first, third, second, ...rest])
  await page.getByText(`“${second}” is now row 3 of`).first().waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await focused()).toBe(`Move “${second}” down`)
  const handleOf = (name: string) =>
    page.getByRole('button', { name: `Move “${name}”`, exact: true })
  await handleOf(second).focus()
  for (const key of ['Space', 'ArrowUp', 'Space']) {
    await page.keyboard.press(key)
    await page.evaluate(() => new Promise(done => setTimeout(done, 100)))
  }
  await expect.poll(names).toEqual([first, second, third, ...rest])
  const [from, to] = [await handleOf(third).boundingBox(), await handleOf(second).boundingBox()]
  if (!from || !to) throw new Error('a handle is not shown')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y - 20, { steps: 4 })
  await page.mouse.move(to.x + 10, to.y - 20, { steps: 8 })
  await page.mouse.up()
  await expect.poll(names).toEqual([first, third, second, ...rest])
  const shown = await page.locator('ol ul li').count()
  await page.getByRole('combobox', { name: 'Viewer' }).click()
  await page.getByRole('option', { name: 'Child up to 7' }).click()
  await expect.poll(() => page.locator('ol ul li').count()).toBeLessThan(shown)
  await page.getByRole('combobox', { name: 'Put a title first' }).fill('Mars Car')
  await page.getByRole('option', { name: 'Mars Caravanserai' }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByText('Done.').waitFor()
  const stored = (await runAction(page, 'home.export', { fields: {} })) as {
    widgets: { external_ids?: string[]; title?: { en: string } }[]
  }
  expect(stored.widgets[0]?.external_ids?.[0]).toBe('mars-caravanserai')
  expect(stored.widgets.slice(1, 3).map(({ title }) => title?.en)).toEqual([third, second])
})

test('editor: of two who arrange the home page, the later one is asked before anything is overwritten', async () => {
  const [editor, other] = [await staffPage(at, 'editor'), await staffPage(at, 'marketing')]
  for (const page of [editor, other]) {
    await page.goto('/home')
    await page.locator('ol > li').nth(2).waitFor()
    await page
      .getByRole('button', { name: /^Move .* down$/ })
      .first()
      .click()
  }
  await editor.getByRole('button', { name: 'Apply', exact: true }).click()
  await editor.getByText('Done.').waitFor()
  await other.getByRole('button', { name: 'Apply', exact: true }).click()
  await other.getByText('Another member has changed this page').waitFor()
  await other.getByRole('button', { name: 'Apply mine' }).click()
  await other.getByText('Done.').waitFor()
  expect(await clicksOf(other)).toBe(3)
})

test('editor: a page is planned for a time and withdrawn', async () => {
  const page = await staffPage(at, 'editor')
  await page.goto('/home')
  await page.locator('ol > li').nth(2).waitFor()
  await page.getByRole('button', { name: 'Apply at …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton').first().click()
  await page.keyboard.type('010120400930AM')
  await dialog.getByRole('button', { name: 'Plan' }).click()
  await page.getByText(/Another arrangement with \d+ rows begins at/).waitFor()
  await page.getByRole('button', { name: 'Withdraw the planned page' }).click()
  await dialog.getByRole('button', { name: 'Withdraw the planned page' }).click()
  await page.getByText(/Another arrangement with/).waitFor({ state: 'detached' })
  expect(await clicksOf(page)).toBe(5)
})

test('editor: a category is moved by keyboard, and the order is saved', async () => {
  const page = await staffPage(at, 'editor')
  await page.goto('/home')
  await page.getByRole('button', { name: 'Categories', exact: true }).click()
  const names = () => page.locator('ol > li p:first-of-type').allTextContents()
  await page.locator('ol > li').nth(2).waitFor()
  const [first = '', second = ''] = await names()
  await page.getByRole('button', { name: `Move “${first}” down` }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(`“${first}” is now row 2 of`).first().waitFor()
  await page.getByRole('button', { name: 'Save the order' }).click()
  await page.getByText('Done.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Categories', exact: true }).click()
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])
  expect(await clicksOf(page)).toBe(3)
})

test('editor: a workbook of an office is mapped, tried and imported', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => [`office-${at}`, 'فیلم', `فیلم ${at}`, 1398])
  const head = ['کد', 'نوع', 'Film', 'سال ساخت', 'یادداشت']
  const buffer = Buffer.from(
    aWorkbook({ one: [head, ...rows.map(row => [...row, 'x']), ['office-12', 'نا', 'y', 1400]] }),
  )
  const page = await staffPage(at, 'editor')
  await page.goto('/titles/import')
  const file = { name: 'titles.xlsx', mimeType: 'application/octet-stream', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  expect(await page.getByRole('combobox', { name: 'سال ساخت' }).inputValue()).toBe('Year')
  expect(await page.getByRole('combobox', { name: 'یادداشت' }).inputValue()).toBe('')
  await page.getByRole('combobox', { name: 'Film' }).fill('Title (فا')
  await page.getByRole('option', { name: 'Title (فارسی)', exact: true }).click()
  await page.getByRole('button', { name: 'Try without changes' }).click()
  await page.getByText('13 of 13 titles have no Genres.').waitFor()
  await page.getByText('Column “یادداشت”: 12 values').waitFor()
  await page.getByText('1 row (14)').waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Done.').waitFor()
  expect(await clicksOf(page)).toBe(3)
  await page.goto('/titles')
  await page.locator('[name=q]').fill('office-11')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
})

test('editor: new titles of a file are drafts, and the outcome counts them', async () => {
  const title = { kind: 'title', type: 'single_video', title: { fa: 'پیش‌نویس' } }
  const lines = [
    { ...title, external_id: 'drafted' },
    { ...title, external_id: 'dated', published_at: '2020-01-01T00:00:00Z' },
  ]
  const buffer = Buffer.from(lines.map(each => JSON.stringify(each)).join('\n'))
  const page = await staffPage(at, 'editor')
  await page.goto('/titles/import')
  const file = { name: 'titles.jsonl', mimeType: 'application/octet-stream', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('checkbox', { name: 'New titles are drafts' }).check()
  await page.getByRole('button', { name: 'Try without changes' }).click()
  const counts = page.getByText('Drafts: 1. New titles with a publication time of their own: 1.')
  await counts.waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Done.').waitFor()
  await counts.waitFor()
  await page.goto(`/titles?filter=${encodeURIComponent(JSON.stringify({ draft: 'true' }))}`)
  await page.locator('tbody tr', { hasText: 'پیش‌نویس' }).getByText('Draft').waitFor()
})

test('editor: a poster is chosen, cropped by keyboard and stored', async () => {
  const { default: sharp } = await import('sharp')
  const ground = { width: 900, height: 600, channels: 3, background: '#c31f40' } as const
  const buffer = await sharp({ create: ground }).png().toBuffer()
  const page = await staffPage(at, 'editor')
  await page.goto('/titles/mars-caravanserai')
  const poster = page.getByRole('img', { name: 'Poster' })
  const before = await poster.getAttribute('src')
  const input = page.getByLabel('Choose a picture: Poster')
  await input.setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('The chosen part; the arrow keys move it').focus()
  await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Save the picture' }).click()
  await page.getByText('Done.').waitFor()
  await expect.poll(() => poster.getAttribute('src')).not.toBe(before)
  const shown = await page.request.get((await poster.getAttribute('src')) ?? '')
  const { width, height } = await sharp(await shown.body()).metadata()
  expect([width, height]).toEqual([300, 450])
  expect(await clicksOf(page)).toBe(1)
})

test('editor: a title is removed with a reason and restored, and its history tells both', async () => {
  const page = await staffPage(at, 'editor')
  await page.goto('/titles/blue-tile')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=reason]').fill('the licence has ended')
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('cell', { name: 'the licence has ended' }).waitFor()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('cell', { name: 'Restore', exact: true }).waitFor()
  expect(await page.getByRole('cell', { name: emailOf('editor') }).count()).toBeGreaterThan(1)
  expect(await clicksOf(page)).toBe(4)
})

test('editor: comments are hidden in bulk', async () => {
  const page = await staffPage(at, 'editor')
  await page.goto('/comments')
  const boxes = page.locator('tbody input[type=checkbox]')
  await boxes.nth(0).click()
  await boxes.nth(1).click()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await page.getByText('Done for 2 rows.').waitFor()
  expect(await clicksOf(page)).toBe(4)
})

test('support asks for an erasure, and an administrator approves it', async () => {
  const member = await aMember(await newPage({ url: at.site.url }), at.site.url)
  const page = await staffPage(at, 'support')
  await page.goto('/people')
  await page.locator('[name=q]').fill(member.msisdn)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.locator('tbody tr').click()
  await page.getByRole('button', { name: 'Erase' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=reason]').fill('asked by letter')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await dialog.getByText('The request waits for another administrator.').waitFor()
  const admin = await staffPage(at, 'admin')
  await admin.goto('/requests')
  await admin.getByText('asked by letter').waitFor()
  await admin.getByRole('button', { name: 'Approve' }).click()
  await admin.getByText('Done.').waitFor()
  await page.reload()
  await page.getByText('Erased', { exact: true }).first().waitFor()
})
