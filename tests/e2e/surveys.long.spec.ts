import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { SurveyState } from '#src/contract/surveys.ts'
import { ready } from '#tests/support/account.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { runCommand } from '#tests/support/command.ts'
import { aMember } from '#tests/support/member.ts'
import { failRequests, holdRequests, REQUEST_FAILED } from '#tests/support/network.ts'

/** A demo survey: 10 votes, at most 4 each, at least 3 participants. */
const OPEN = 'faces-of-the-year'
const ENDED = 'directors-of-last-year'
const SUBMIT = '**/api/surveys/*'
type State = (typeof SurveyState)['_output']

const card = (page: Page, at: number) => page.locator('.survey-grid > li').nth(at)
const limit = (page: Page, text: string) =>
  page.locator('.survey-bar [role=alert]', { hasText: text }).waitFor()
const submit = (page: Page) => page.locator('.survey-bar button')

async function vote(page: Page, at: number, count: number): Promise<void> {
  for (let each = 0; each < count; each++) await card(page, at).locator('button').last().click()
}

async function aSurvey(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'survey-'))
  const ref = `choice-${Date.now().toString(36)}`
  const pair = (fa: string, en: string) => ({ fa, en })
  const participants = ['Anar', 'Bahar', 'Cyrus'].map(name => ({ title: pair(name, name) }))
  const survey = { ref, title: pair('یک رأی', 'One vote each'), votes_total: 2, votes_per_item: 1 }
  const file = join(folder, 'survey.json')
  await writeFile(file, JSON.stringify({ ...survey, participants }))
  await runCommand('survey', 'create', file)
  await rm(folder, { recursive: true })
  return ref
}

test('on a phone, in Persian: votes within their limits survive sign-in, a lost connection and a reload, and count once', async () => {
  const page = await newPage({
    ...PHONE,
    touch: true,
    reducedMotion: true,
    allow: [REQUEST_FAILED, /status of 409/],
  })
  await page.goto('/')
  await page.locator(`main a[href="/surveys/${OPEN}"]`).first().click()
  await page.waitForURL(`**/surveys/${OPEN}`)
  await ready(page, 'main')
  await page.getByText('۱۰ رأی مانده').waitFor()
  await vote(page, 0, 5)
  await limit(page, 'بیشترین رأی ممکن را به این شرکت‌کننده داده‌اید.')
  await submit(page).click()
  await limit(page, 'دست‌کم به ۳ شرکت‌کننده رأی دهید.')
  await vote(page, 1, 4)
  await vote(page, 2, 3)
  await limit(page, 'همهٔ رأی‌های خود را داده‌اید.')
  await card(page, 2).locator('button').first().click()
  await page.getByText('۱ رأی مانده').waitFor()
  await submit(page).click()
  await page.waitForURL(/\/login\?redirect=/)

  const { call } = await aMember(page)
  await page.goto(`/surveys/${OPEN}`)
  await ready(page, 'main')
  await page.getByText('۱ رأی مانده').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const comesBack = await failRequests(page, SUBMIT)
  await submit(page).click()
  await page.locator('.toast[role=alert]').waitFor()
  await comesBack()
  await page.reload()
  await ready(page, 'main')
  await page.getByText('۱ رأی مانده').waitFor()
  const line = await holdRequests(page, SUBMIT)
  await submit(page).click()
  await page.locator('.survey-bar button[aria-busy=true]').press('Enter')
  line.release()
  await page.getByText('رأی شما ثبت شد').waitFor()
  const head = page.locator('main header')
  await head.getByText('رأی داده‌اید').waitFor()
  expect(await head.getByText('در حال رأی‌گیری').isVisible()).toBe(false)
  expect(line.seen()).toBe(1)
  const state = await call<State>('get', `/surveys/${OPEN}/current-user`)
  expect(state.votes.map(({ count }) => count).toSorted()).toEqual([1, 4, 4])
  await page.reload()
  await page.getByText('رأی شما ثبت شد').waitFor()
  expect(await head.getByText('رأی داده‌اید').isVisible()).toBe(true)
  expect(await head.getByText('در حال رأی‌گیری').isVisible()).toBe(false)
  expect(await page.locator('.survey-grid button').count()).toBe(0)
  expect(await card(page, 0).textContent()).toContain('۴ رأی')
})

test('on a desktop, in English, by keyboard: one vote each, and a submission elsewhere counts', async () => {
  const ref = await aSurvey()
  const page = await newPage({
    ...DESKTOP,
    language: 'en',
    reducedMotion: true,
    allow: [/status of 409/],
  })
  const { call } = await aMember(page)
  await page.goto(`/en/surveys/${ref}`)
  await ready(page, 'main')
  for (const at of [0, 1, 2]) await card(page, at).getByRole('button').press('Enter')
  await limit(page, 'You’ve voted for the maximum number of participants.')
  await card(page, 1).getByRole('button', { pressed: true }).press('Space')
  await page.getByText('1 vote left').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const { id, participants } = await call<{ id: string; participants: { id: string }[] }>(
    'get',
    `/surveys/${ref}`,
  )
  const votes = [{ participant_id: participants[2]?.id, count: 1 }]
  await call('post', `/surveys/${id}`, { votes })
  await submit(page).press('Enter')
  await page.getByText('Your vote has been recorded. Thank you!').waitFor()
  expect(await card(page, 2).textContent()).toContain('1 vote')
  expect(await card(page, 0).textContent()).not.toContain('1 vote')
})

test('after the end results are shown as bars, highest first; a group shows all its surveys', async () => {
  const page = await newPage({ width: 360, height: 800, reducedMotion: true })
  await page.goto(`/surveys/${ENDED}`)
  await page.getByText('مهلت این نظرسنجی به پایان رسیده است.').waitFor()
  const widths = await page
    .locator('main ol li span[style]')
    .evaluateAll(bars => bars.map(bar => bar.getBoundingClientRect().width))
  expect(widths).toHaveLength(6)
  expect(widths).toEqual(widths.toSorted((a, b) => b - a))
  expect(widths[0]).toBeGreaterThan(widths[5] ?? 0)
  expect(await page.locator('main button').count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await aMember(page)
  await page.goto('/survey-groups/festival')
  await ready(page, 'main')
  await page.getByRole('heading', { name: 'نتیجهٔ نظرسنجی' }).waitFor()
  expect(await page.locator('main article').count()).toBe(2)
  expect(await axeViolations(page)).toEqual([])
})
