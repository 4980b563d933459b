import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { newPage, PHONE } from '#tests/support/browser.ts'
import { aMember } from '#tests/support/member.ts'
import { aTitle, aViewer } from '#tests/support/viewer.ts'

/** Maximum size in KB, compressed with brotli, before any interaction: React takes 63, and a page may take 35. */
const MAX_KB = 98
const MAX_SCRIPTS = 8
/**
 * Maximum size of the player page in KB. hls.js without its unused parts takes 101, React 63 and the player 28
 * (docs/decisions/005-own-player-on-hls-js.md).
 */
const PLAYER_MAX_KB = 220
/** The two last ones load when the player takes the focus. */
const PLAYER_MAX_SCRIPTS = 10
const MAX_SHIFT = 0.02
/** Maximum layout shift for a new member, who has no subscription and sees the subscription alert, which appears late. */
const WITH_ALERT = { shift: 0.05 }

/** Pages on which a number is confirmed also load the small script that notices blocked cookies. */
const WITH_COOKIES = { scripts: MAX_SCRIPTS + 1 }

type Weight = { path: string; isSignedIn?: boolean; scripts?: number; shift?: number }
const visitor = (path: string, more: Partial<Weight> = {}): Weight => ({ path, ...more })
const member = (path: string, more: Partial<Weight> = {}): Weight => ({
  path,
  isSignedIn: true,
  ...more,
})
const PAGES: Record<string, Weight[]> = {
  'login.astro': [visitor('/login', WITH_COOKIES), visitor('/en/login', WITH_COOKIES)],
  'register.astro': [visitor('/register', WITH_COOKIES)],
  'tv.astro': [member('/tv', WITH_COOKIES)],
  'packages/index.astro': [visitor('/packages'), member('/packages')],
  'payment.astro': [member('/payment?status=delayed')],
  'dd-agreement.astro': [member('/dd-agreement?package=direct-debit-1')],
  'tickets/index.astro': [visitor('/tickets', { scripts: 3 }), member('/tickets')],
  'profile/index.astro': [member('/profile')],
  'profile/choose.astro': [member('/profile/choose')],
  'profile/type.astro': [member('/profile/type')],
  'user/index.astro': [member('/user', WITH_ALERT)],
  'user/bookmarks.astro': [member('/user/bookmarks', WITH_ALERT)],
  'user/devices.astro': [member('/user/devices', WITH_ALERT)],
  'user/edit.astro': [member('/user/edit', WITH_ALERT)],
  'user/history.astro': [member('/user/history', WITH_ALERT)],
  'user/menu.astro': [member('/user/menu', WITH_ALERT)],
  'user/password.astro': [member('/user/password', WITH_ALERT)],
  'user/payments.astro': [member('/user/payments', WITH_ALERT)],
  'user/profiles.astro': [member('/user/profiles', WITH_ALERT)],
  'user/settings.astro': [member('/user/settings', WITH_ALERT)],
  'user/subscription.astro': [member('/user/subscription', WITH_ALERT)],
}
/** Pages that need something a new member does not have: a partner's code, a payment, a ticket, a PIN or a survey. */
const OTHERS = [
  'cinema-online/ticket/[short_id].astro',
  'packages/successGift.astro',
  'packages/successPayment.astro',
  'profile/pin.astro',
  'sso.astro',
  'survey-groups/[ref].astro',
  'surveys/[ref].astro',
  'tickets/[id].astro',
]

test('every page of islands has its weight in the table', async () => {
  const files = await Array.fromAsync(glob('**/*.astro', { cwd: 'src/pages' }))
  const isOfIslands = (file: string) =>
    /layouts\/(Private|Account|Auth)Layout/.test(readFileSync(`src/pages/${file}`, 'utf8'))
  const known = [...Object.keys(PAGES), ...OTHERS]
  expect(files.filter(isOfIslands).sort()).toEqual(known.sort())
})

test.each(Object.values(PAGES).flat())(
  '$path, signed in: $isSignedIn, loads few scripts and stays in place',
  async ({ path, isSignedIn, scripts = MAX_SCRIPTS, shift = MAX_SHIFT }) => {
    const page = await newPage({ ...PHONE, touch: true })
    if (isSignedIn) await aMember(page)
    const bodies = await watchScripts(page)
    await page.addInitScript(withoutMeasurement)
    await page.addInitScript(observeShifts)
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(new URL(page.url()).pathname).toBe(path.replace(/\?.*/, ''))
    // A busy machine may pause for longer than the half second of "networkidle" between the first script and the next.
    await expect.poll(() => bodies.size).toBeGreaterThan(1)
    await page.waitForLoadState('networkidle')
    const names = [...bodies.keys()].join(' ')
    const bytes = [...bodies.values()].reduce((sum, each) => sum + each, 0)
    expect(bodies.size, names).toBeLessThanOrEqual(scripts)
    expect(bytes, names).toBeLessThanOrEqual(MAX_KB * 1_000)
    const shifted = await page.evaluate(() => (globalThis as unknown as Shifted).shifted)
    expect(shifted).toBeLessThanOrEqual(shift)
  },
)

test.each(['types=single_video', 'types=series', 'flags=audio_book'])(
  'the player page of %s loads few scripts',
  async query => {
    const page = await newPage({ ...PHONE, touch: true })
    await aViewer(page)
    const bodies = await watchScripts(page)
    await page.addInitScript(withoutMeasurement)
    const { short_id } = await aTitle(query)
    await page.goto(`/play/${short_id}`)
    await page.locator('.controls, .audio-book-play').first().waitFor()
    // A film is loaded in parts for as long as it plays, so the network is never idle.
    const isLoaded = () =>
      page.evaluate(() => (document.querySelector('video')?.readyState ?? 2) >= 2)
    await expect.poll(isLoaded).toBe(true)
    const names = [...bodies.keys()].join(' ')
    const bytes = [...bodies.values()].reduce((sum, each) => sum + each, 0)
    expect(bodies.size, names).toBeGreaterThan(4)
    expect(bodies.size, names).toBeLessThanOrEqual(PLAYER_MAX_SCRIPTS)
    expect(bytes, names).toBeLessThanOrEqual(PLAYER_MAX_KB * 1_000)
  },
)

/** A share of all pages, chosen at random, also loads the scripts that measure them. */
function withoutMeasurement(): void {
  Math.random = () => 0.999
}

type Shifted = { shifted: number }

/** Returns the compressed bytes of each script, without headers. */
async function watchScripts(page: Page): Promise<ReadonlyMap<string, number>> {
  const bodies = new Map<string, number>()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const urls = new Map<string, string>()
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') urls.set(requestId, new URL(response.url).pathname)
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url) bodies.set(url, (bodies.get(url) ?? 0) + encodedDataLength)
  })
  return bodies
}

/** Records layout shifts. Runs in the page, before its scripts. */
function observeShifts(): void {
  const seen = globalThis as unknown as Shifted
  seen.shifted = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      seen.shifted += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}
