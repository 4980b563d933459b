/** A listener of an audio book, and the bar that keeps playing it while they browse. */
import type { Page } from 'playwright'
import { advances, aTitle, aViewer, mediaTime } from './viewer.ts'

export const bar = (page: Page) => page.locator('.listening-bar')
export const button = (page: Page, name: RegExp | string) => bar(page).getByRole('button', { name })

/** Plays a book to its 20th second, then goes to the home page. */
export async function listensAndLeaves(page: Page, language: 'fa' | 'en' = 'fa') {
  const call = await aViewer(page)
  const { short_id: shortId } = await aTitle('flags=audio_book')
  const home = language === 'fa' ? '/' : '/en'
  const left = await leaves(page, `${language === 'fa' ? '' : '/en'}/play/${shortId}?t=20`, home)
  return { call, shortId, left }
}

/** Plays the book at `path`, then opens `to`; returns the second at which it left the player page. */
export async function leaves(page: Page, path: string, to: string): Promise<number> {
  await page.goto(path)
  await page.locator('.audio-book-play').click()
  await advances(page)
  const left = await mediaTime(page)
  await follow(page, to)
  return left
}

/** Opens a page as a link does. An address typed into the browser may lose the click that lets the next page play sound. */
export async function follow(page: Page, to: string): Promise<void> {
  const opened = page.waitForURL(url => url.pathname === to)
  await page.evaluate(path => location.assign(path), to)
  await opened
}
