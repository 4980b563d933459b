/** The screens of the console, each under a role whose work it is. */
import type { Page } from 'playwright'
import type { Screen } from './screen.ts'
import type { Member } from './viewers.ts'

type ConsoleScreen = Screen & { viewers: readonly [Member] }

const WIDTHS = [1024, 1440, 1920]

/** Waits for the lists of the screen. */
async function loaded(page: Page): Promise<void> {
  await page.locator('main :is(table, form, section, .RaList-main, h2, button)').first().waitFor()
  await page.waitForFunction(
    () => !document.querySelector('[role=progressbar], .MuiSkeleton-root, .RaLoading-root'),
  )
}

function screen(name: string, viewer: Member, path: string, act?: Screen['act']): ConsoleScreen {
  return {
    name: `console/${name}`,
    isConsole: true,
    path,
    viewers: [viewer],
    widths: WIDTHS,
    act: async page => {
      await loaded(page)
      await act?.(page)
      await page.waitForTimeout(400)
    },
  }
}

async function openFirstRow(page: Page): Promise<void> {
  await page.locator('tbody tr').first().click()
  await page.waitForFunction(() => location.pathname.split('/').length > 2)
  await loaded(page)
}

async function find(page: Page, text: string): Promise<void> {
  await page.locator('[name=q]').fill(text)
  await page
    .locator('tbody tr', { hasText: text.slice(-4) })
    .first()
    .waitFor()
}

export const consoleScreens: ConsoleScreen[] = [
  screen('today', 'admin', '/'),
  screen('tickets', 'support', '/tickets'),
  screen('ticket', 'support', '/tickets', openFirstRow),
  screen('people', 'support', '/people'),
  screen('person', 'support', '/people', async page => {
    await find(page, '09120000001')
    await openFirstRow(page)
  }),
  screen('payments', 'finance', '/payments'),
  screen('payment', 'finance', '/payments', openFirstRow),
  screen('refunds', 'finance', '/refunds'),
  screen('finance', 'finance', '/finance'),
  screen('titles', 'editor', '/titles'),
  screen('title', 'editor', '/titles', openFirstRow),
  screen('new-title', 'editor', '/titles/new'),
  screen('import', 'editor', '/titles/import'),
  screen('schedule', 'editor', '/schedule'),
  screen('home', 'editor', '/home'),
  screen('live', 'editor', '/live'),
  screen('comments', 'support', '/comments'),
  screen('sales', 'marketing', '/sales'),
  screen('messages', 'marketing', '/messages'),
  screen('answers', 'support', '/answers'),
  screen('team', 'admin', '/team'),
  screen('requests', 'admin', '/requests'),
  screen('audit', 'admin', '/audit'),
  screen('jobs', 'admin', '/jobs'),
  screen('actions', 'admin', '/actions'),
]
