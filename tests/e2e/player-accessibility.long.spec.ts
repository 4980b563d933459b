// Accessibility of the player: axe, accessible names in both languages, phones, and browsers of 2019.
import { parse } from 'acorn'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { DESKTOP, newPage, PHONE, screenshot, siteUrl } from '#tests/support/browser.ts'
import { aStream, aTitle, aViewer, openFilm, playersAxe, watch } from '#tests/support/viewer.ts'

/** Text without Latin letters, except the p of ۴۸۰p. */
const PERSIAN = /^(?:[^A-Za-z]|(?<=[۰-۹])p)*$/
const LATIN = /^[^\u0600-\u06ff]*$/

describe.each(['fa', 'en'] as const)('in %s', language => {
  const prefix = language === 'en' ? '/en' : ''

  test('axe finds no violation and every control has a name, in the control bar, every menu and overlay', async () => {
    const page = await newPage({ ...DESKTOP, language })
    await aViewer(page)
    await page.addInitScript(() => {
      if (location.protocol !== 'about:') localStorage.setItem('player:mode', '"advanced"')
    })
    const { short_id } = await aTitle('types=series', 6)
    await watch(page, `${prefix}/play/${short_id}?t=2`)
    await page.keyboard.press('k')
    const found: string[] = []
    const names: string[] = []
    const look = async (where: string) => {
      found.push(...(await playersAxe(page)).map(text => `${where}: ${text}`))
      names.push(...(await namesOf(page)))
    }
    await look('bar')
    const settings = page.locator('.control-bar-buttons [aria-haspopup=dialog]').nth(-1)
    await settings.click()
    await look('settings')
    const rows = page.locator('.panel .menu-row:has(.i-lucide-chevron-left)')
    for (let row = 0; row < (await rows.count()); row++) {
      await rows.nth(row).click()
      await look(`settings, page ${row}`)
      for (let deeper = 0; deeper < (await rows.count()); deeper++) {
        await rows.nth(deeper).click()
        await look(`settings, page ${row}, ${deeper}`)
        await page.locator('.panel-header button').first().click()
      }
      await page.locator('.panel-header button').first().click()
    }
    await page.keyboard.press('Escape')
    await page.locator('.control-bar-buttons [aria-haspopup=dialog]').first().click()
    await page.locator('.episode-row').first().waitFor()
    await look('episodes')
    await page.keyboard.press('Escape')
    expect(found).toEqual([])
    expect(strange(names)).toEqual([])
  })

  test('axe finds no violation either with live, audio books, adverts, refused access and a lost connection', async () => {
    const expected = [/status of (403|409|429)/, /ERR_|Failed to load|net::/]
    const page = await newPage({ ...PHONE, language, allow: expected })
    await aViewer(page)
    const guest = await newPage({ ...PHONE, language, allow: expected })
    await aViewer(guest, { isSubscribed: false })
    const look = async (on: Page, where: string) => {
      expect(await playersAxe(on), where).toEqual([])
      expect(strange(await namesOf(on)), where).toEqual([])
    }
    const open = async (on: Page, query: string, at = 0) => {
      const { short_id } = await aTitle(query, at)
      await on.goto(`${prefix}/play/${short_id}`)
    }
    await watch(page, `${prefix}/play/${(await aTitle('flags=live')).short_id}`)
    await page.keyboard.press('k')
    await look(page, 'live')
    await open(page, 'flags=audio_book')
    await page.locator('.audio-book-play').waitFor()
    await look(page, 'book')
    await page.route('**/*.m3u8*', route => route.abort('internetdisconnected'))
    await open(page, 'types=single_video', 14)
    await page.locator('.failure button').first().waitFor({ timeout: 60_000 })
    await look(page, 'lost line')

    const full = await newPage({ ...PHONE, language, allow: expected })
    const call = await aViewer(full)
    for (const at of [10, 11, 12]) await aStream(call, await aTitle('types=single_video', at))
    await open(full, 'types=single_video', 13)
    await full.locator('.stream-item').first().waitFor()
    await look(full, 'limit')

    await open(guest, 'types=single_video')
    await guest.locator('.failure a').first().waitFor()
    await look(guest, 'no subscription')
    await open(guest, 'types=single_video&flags=free_content')
    await guest.locator('.big-play').or(guest.locator('.advert-bar')).first().waitFor()
    await look(guest, 'advert')
  })

  function strange(names: string[]): string[] {
    return names.filter(name => !(language === 'fa' ? PERSIAN : LATIN).test(name))
  }
})

/** Returns the accessible names of all controls, without titles of the catalogue. */
function namesOf(page: Page): Promise<string[]> {
  return page
    .locator('#player')
    .locator('button:visible, a:visible, [role=slider]:visible')
    .evaluateAll(items =>
      items.map(item => {
        const copy = item.cloneNode(true) as HTMLElement
        for (const part of copy.querySelectorAll('bdi, [aria-hidden=true]')) part.remove()
        const name = item.getAttribute('aria-label') ?? copy.textContent ?? ''
        return name.trim() || (item.querySelector('bdi') ? '' : `no name: ${item.outerHTML}`)
      }),
    )
}

test('a phone has its controls in the middle of the video and on the screen', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  await openFilm(page, 8)
  await page.locator('#player[data-idle]').waitFor()
  await page.locator('.video-surface').tap({ position: { x: 195, y: 200 } })
  await page.locator('.touch-controls .is-play').waitFor()
  const sizes = await page
    .locator('.controls .control:visible, .touch-controls .control')
    .evaluateAll(items =>
      items
        .map(item => item.getBoundingClientRect())
        .map(box => [box.width, box.height, box.right]),
    )
  for (const [width, height, right] of sizes) {
    expect(Math.min(width ?? 0, height ?? 0)).toBeGreaterThanOrEqual(44)
    expect(right).toBeLessThanOrEqual(PHONE.width)
  }
  await screenshot(page, 'player-phone')
})

test('every script of the player page is ES2019, for televisions of that year', async () => {
  const page = await newPage(DESKTOP)
  await aViewer(page)
  const { short_id } = await aTitle('types=single_video')
  // These are headers of a browser: a request of unknown origin is rendered without a stream.
  const headers = { 'sec-fetch-site': 'none' }
  const html = await (await page.request.get(`/play/${short_id}`, { headers })).text()
  const inline = [...html.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)]
  for (const [, code = ''] of inline) expect(() => es2019(code)).not.toThrow()
  const seen = new Set<string>()
  const next = [...html.matchAll(/\/_astro\/[\w.@-]+\.m?js/g)].map(([path]) => path)
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const reply = await fetch(siteUrl() + path)
    if (!reply.ok) continue
    const code = await reply.text()
    expect(() => es2019(code), path).not.toThrow()
    const named = code.matchAll(/["'`](?:\.\/|_astro\/)([\w.@-]+\.m?js)["'`]/g)
    next.push(...[...named].map(([, name]) => `/_astro/${name}`))
  }
  expect([...seen].some(path => /\/hls\./.test(path))).toBe(true)
  expect([...seen].some(path => /\/player\./.test(path))).toBe(true)
})

/** Parses code as ES2019, with `import.meta` and `import()`: they are newer, but every browser with modules had them in that year. */
function es2019(code: string) {
  const known = code.replace(/\bimport\.meta\b/g, 'meta').replace(/\bimport\(/g, 'load(')
  return parse(known, { ecmaVersion: 2019, sourceType: 'module' })
}
