// The effects of settings on pages: a site with all of them, behind TLS, with every other host answered on this machine.
// A violation of the policy, an error of the console or a failed request fails a test.
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { CONSENT_COOKIE } from '#src/lib/third-party/consent.ts'
import { callInPage, PASSWORD } from '#tests/support/account.ts'
import { DESKTOP, type PageOptions, PHONE, screenshot } from '#tests/support/browser.ts'
import { visitCompany } from '#tests/support/company-visitor.ts'
import { type Internet, startInternet } from '#tests/support/internet.ts'
import { expectPlaying } from '#tests/support/purchase-journey.ts'
import { raw } from '#tests/support/raw-request.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { THIRD_PARTY_SETTINGS, thirdPartyHosts } from '#tests/support/third-parties.ts'

const HOST = 'pardeh.example'
const ORIGIN = `https://${HOST}`
const THIRD_PARTIES = /googletagmanager|analytics|(tags|forms|chat)\.example/
const SUBSCRIBER = '09120000001'
const SETTINGS = {
  SITE_URL: ORIGIN,
  TRUST_PROXY: '127.0.0.1',
  ...THIRD_PARTY_SETTINGS,
  ENAMAD_ID: '4321',
  ENAMAD_CODE: 'enamad-code',
  SAMANDEHI_ID: '8765',
  SAMANDEHI_CODE: 'samandehi-code',
  SUPPORT_PHONE: '02112345678',
  SUPPORT_EMAIL: 'help@pardeh.example',
  SECURITY_CONTACT: 'security@pardeh.example',
  ANDROID_APP_URL: 'https://apps.example/android',
  ANDROID_TV_APP_URL: 'https://apps.example/android-tv',
  IOS_APP_URL: 'https://apps.example/ios',
  SMART_TV_APP_URL: 'https://apps.example/smart-tv',
  ANDROID_APP_ID: 'ir.pardeh.app',
  ANDROID_APP_FINGERPRINTS: Array.from({ length: 32 }, () => 'AB').join(':'),
  IOS_APP_ID: 'ABCDE12345.ir.pardeh.app',
  IOS_STORE_ID: '123456789',
  BAZAAR_APP_URL: 'https://bazaar.example/pardeh',
  MYKET_APP_URL: 'https://myket.example/pardeh',
  MEDIA_BASE_URL: 'https://media.example',
  MEDIA_SECRET: 'a-media-secret-of-the-tests',
  WIDEVINE_LICENSE_URL: 'https://licence.example/widevine',
  FAIRPLAY_LICENSE_URL: 'https://licence.example/fairplay',
  FAIRPLAY_CERTIFICATE_URL: 'https://licence.example/fairplay.cer',
}

let internet: Internet
let site: Site
beforeAll(async () => {
  internet = await startInternet(thirdPartyHosts())
  site = await startSite({ env: SETTINGS })
  internet.host(HOST, site.url)
}, 120_000)
afterAll(async () => {
  await internet?.stop()
  await site?.stop()
})

/** The text file is in a sandbox, in which Chromium refuses the scripts of the test itself. */
const SANDBOXED = /^Blocked script execution in '[^']*robots\.txt'/

/** Opens a page on which every request must succeed. */
const visit = (path: string, options: PageOptions = {}) =>
  visitCompany({ internet }, path, { ...DESKTOP, ...options })

/** Opens a page as a visitor who accepted third parties before. */
async function visitAccepted(path: string): Promise<Page> {
  const page = await visit('/robots.txt', { allow: [SANDBOXED] })
  await page.context().addCookies([{ name: CONSENT_COOKIE, value: 'accepted', url: ORIGIN }])
  await page.goto(path)
  return page
}

const requestsOf = (asked: Internet['asked'], hosts: RegExp) =>
  asked.filter(({ host }) => hosts.test(host))

/** Signs the page in as the profile of this age type. */
async function signIn(page: Page, age: RegExp): Promise<void> {
  const device = { unique_identifier: `device-of-${age.source}` }
  await callInPage(page, 'POST', `/access-token/users/${SUBSCRIBER}/password`, {
    password: PASSWORD,
    device,
  })
  await switchTo(page, age)
}

async function switchTo(page: Page, age: RegExp): Promise<void> {
  type Profiles = { items: { id: string; age_type: string }[] }
  const { items } = await callInPage<Profiles>(page, 'GET', '/users/profile/')
  const profile = items.find(({ age_type }) => age.test(age_type))
  await callInPage(page, 'POST', '/users/profile/switch', { profile_id: profile?.id, pin: '' })
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
}

describe('TAG_MANAGER_ID, CHAT_WIDGET_URL and THIRD_PARTY_ORIGINS', () => {
  test('run the container with its tags, and the chat with its frame and its socket', async () => {
    internet.asked.length = 0
    const page = await visitAccepted('/')
    await page.waitForFunction(() => 'google_tag_manager' in self && 'customTag' in self)
    await page.locator('#chat-widget[data-said=hello]').waitFor()
    await settled(page)
    expect((await page.locator('#chat-widget').boundingBox())?.width).toBe(61)
    expect(await page.evaluate(() => Reflect.get(self, 'google_tag_manager'))).toEqual({
      id: 'GTM-ABC1234',
    })
    const hosts = requestsOf(internet.asked, THIRD_PARTIES).map(({ host, path }) => host + path)
    expect(hosts).toEqual(
      expect.arrayContaining([
        'www.googletagmanager.com/gtag/js?id=G-1&l=dataLayer',
        'region1.google-analytics.com/g/collect?v=2&en=page_view',
        'analytics.google.com/g/collect?v=2',
        'www.google-analytics.com/collect?v=1',
        'forms.example/seen',
        'chat.example/frame',
        'chat.example/socket',
      ]),
    )
  })

  test('wait until the page is painted and loaded', async () => {
    const page = await visitAccepted('/')
    await page.locator('#chat-widget').waitFor()
    const times = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType(
        'navigation',
      ) as PerformanceNavigationTiming[]
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const all = performance.getEntriesByType('resource')
      const third = all.filter(({ name }) => /googletagmanager|chat\.example/.test(name))
      return {
        loaded: navigation?.loadEventStart ?? 0,
        painted: paint?.startTime ?? 0,
        first: Math.min(...third.map(({ startTime }) => startTime)),
      }
    })
    expect(times.painted).toBeGreaterThan(0)
    expect(times.first).toBeGreaterThan(times.painted)
    expect(times.first).toBeGreaterThan(times.loaded)
  })

  test('delay nothing if their hosts never answer', async () => {
    const hosts = ['www.googletagmanager.com', 'chat.example']
    for (const host of hosts) internet.host(host, () => undefined)
    onTestFinished(() => {
      for (const host of hosts) internet.host(host, thirdPartyHosts()[host] ?? '')
    })
    const page = await visitAccepted('/')
    await page.waitForLoadState('load')
    expect(await page.locator('#chat-widget').count()).toBe(0)
    await page.locator('[data-header] a[href^="/login"]:visible').first().click()
    await page.locator('input[name=msisdn]').waitFor()
  })

  test('do not affect the login button, and are not on the login page', async () => {
    const page = await visitAccepted('/')
    await page.locator('#chat-widget').waitFor()
    await settled(page)
    internet.asked.length = 0
    await page.locator('[data-header] a[href^="/login"]:visible').first().click()
    await page.waitForURL(/\/login/)
    await page.locator('input[name=msisdn]').waitFor()
    await settled(page)
    expect(requestsOf(internet.asked, THIRD_PARTIES)).toEqual([])
    const policy = await page.evaluate(async () =>
      (await fetch(location.href)).headers.get('content-security-policy'),
    )
    expect(policy).toContain("require-trusted-types-for 'script'")
  })

  test('load for an adult, but not for a child', async () => {
    const page = await visitAccepted('/')
    await signIn(page, /adult/)
    await page.goto('/')
    await page.locator('#chat-widget').waitFor()
    await settled(page)
    await switchTo(page, /^(?!adult)/)
    internet.asked.length = 0
    for (const path of ['/', '/contents', '/faq']) {
      await page.goto(path)
      await settled(page)
    }
    expect(await page.locator('meta[name=tag-manager], meta[name=chat-widget]').count()).toBe(0)
    expect(await page.locator('[data-consent], [data-consent-change]').count()).toBe(0)
    expect(requestsOf(internet.asked, THIRD_PARTIES)).toEqual([])
  })
})

test('the style sheet of a third party loads with the service worker too', async () => {
  const page = await visit('/robots.txt', { serviceWorker: true, allow: [SANDBOXED] })
  await page.context().addCookies([{ name: CONSENT_COOKIE, value: 'accepted', url: ORIGIN }])
  await page.goto('/')
  await page.mouse.wheel(0, 300)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.goto('/faq')
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  const button = page.locator('#chat-widget > button')
  await button.waitFor()
  await expect.poll(() => button.evaluate(each => getComputedStyle(each).letterSpacing)).toBe('3px')
})

describe('the question about third parties', () => {
  const answer = async (page: Page) =>
    (await page.context().cookies()).find(({ name }) => name === CONSENT_COOKIE)?.value

  test('loads nothing before an answer or after declining', async () => {
    internet.asked.length = 0
    const page = await visit('/')
    const bar = page.locator('[data-consent]')
    await bar.waitFor()
    await settled(page)
    expect(await answer(page)).toBeUndefined()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    const [accept, decline] = await bar
      .locator('button')
      .evaluateAll(all =>
        all.map(each => ({ width: each.getBoundingClientRect().width, name: each.className })),
      )
    expect(accept).toEqual(decline)
    await page.getByRole('button', { name: 'نمی‌پذیرم' }).press('Enter')
    await bar.waitFor({ state: 'hidden' })
    expect(await answer(page)).toBe('declined')
    await page.goto('/faq')
    await page.locator('[data-consent-change]').waitFor()
    await settled(page)
    expect(await bar.isVisible()).toBe(false)
    expect(requestsOf(internet.asked, THIRD_PARTIES)).toEqual([])
  })

  test('loads them after accepting, on later pages too, until consent is withdrawn in the footer', async () => {
    const page = await visit('/en/faq', { language: 'en' })
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.locator('#chat-widget').waitFor()
    expect(await answer(page)).toBe('accepted')
    await page.goto('/en/about')
    await page.locator('#chat-widget').waitFor()
    expect(await page.locator('[data-consent]').isVisible()).toBe(false)
    await settled(page)
    await page.getByRole('button', { name: 'Third-party tools' }).press('Enter')
    await page.locator('[data-consent] button:focus').waitFor()
    internet.asked.length = 0
    await page.keyboard.press('Tab')
    const reloaded = page.waitForEvent('load')
    await page.keyboard.press('Enter')
    await reloaded
    await page.locator('[data-consent-change]').waitFor()
    await settled(page)
    expect(await answer(page)).toBe('declined')
    expect(await page.locator('#chat-widget').count()).toBe(0)
    expect(requestsOf(internet.asked, THIRD_PARTIES)).toEqual([])
  })

  test('is never over the button of the hero or of a title', async () => {
    // A taller phone shows the button above the place of the bar, so that the bar is never in its way.
    const page = await visit('/', { width: 360, height: 640 })
    const bar = page.locator('[data-consent]')
    const action = page.locator('main [data-primary]').first()
    const overlaps = async () => {
      const [above, below] = [await bar.boundingBox(), await action.boundingBox()]
      return above && below
        ? above.y < below.y + below.height && below.y < above.y + above.height
        : false
    }
    await page.evaluate(() => scrollBy({ top: innerHeight, behavior: 'instant' }))
    await bar.waitFor()
    await page.evaluate(() => {
      const button = document.querySelector('main [data-primary]') as HTMLElement
      const { bottom } = button.getBoundingClientRect()
      scrollBy({ top: bottom - innerHeight + 100, behavior: 'instant' })
    })
    await bar.waitFor({ state: 'hidden' })
    expect(await overlaps()).toBe(false)
    await page.getByRole('button', { name: 'نمی‌پذیرم' }).waitFor({ state: 'hidden' })
    await page.evaluate(() => scrollBy({ top: innerHeight, behavior: 'instant' }))
    await bar.waitFor()
  })

  test('covers nothing at the bottom of a phone', async () => {
    const page = await visit('/', PHONE)
    const bar = page.locator('[data-consent]')
    await page.evaluate(() => scrollBy({ top: innerHeight, behavior: 'instant' }))
    await bar.waitFor()
    const [over, under] = [await bar.boundingBox(), await page.locator('.bottom-bar').boundingBox()]
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0)
    await screenshot(page, 'consent-phone')
    await page.goto('/packages')
    await bar.waitFor()
    const position = await page
      .locator('.pay-bar')
      .evaluate(each => getComputedStyle(each).position)
    expect(position).toBe('static')
  })

  test('keeps the end of a page visible on a phone, with the subscription alert too', async () => {
    const page = await visit('/', PHONE)
    const tops = ['[data-consent]', '[data-subscription-alert]'].map(part => page.locator(part))
    await page.evaluate(() => scrollBy({ top: innerHeight, behavior: 'instant' }))
    await tops[0]?.waitFor()
    await page.evaluate(() => {
      document.querySelector('[data-subscription-alert]')?.removeAttribute('hidden')
      scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
    })
    const footer = await page.locator('[data-footer]').boundingBox()
    const boxes = await Promise.all(tops.map(part => part.boundingBox()))
    const top = Math.min(...boxes.map(box => box?.y ?? 0))
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(top)
  })

  test('leaves the focus in the page after an answer on a phone, where its button is in the closed footer', async () => {
    const page = await visit('/faq', PHONE)
    await page.getByRole('button', { name: 'نمی‌پذیرم' }).press('Enter')
    await page.locator('[data-consent]').waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  test('is never asked in TV mode, where neither loads', async () => {
    internet.asked.length = 0
    const userAgent = 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 Chrome/120 TV'
    const page = await visit('/', { userAgent })
    await page.locator('html[data-tv]').waitFor()
    await settled(page)
    expect(await page.locator('[data-consent]').isVisible()).toBe(false)
    expect(requestsOf(internet.asked, THIRD_PARTIES)).toEqual([])
  })
})

describe('MEDIA_BASE_URL', () => {
  test('serves the pictures of a page', async () => {
    internet.asked.length = 0
    const page = await visit('/')
    await page.waitForFunction(() =>
      [...document.images].some(
        ({ src, naturalWidth }) => /media\.example/.test(src) && naturalWidth > 0,
      ),
    )
    await settled(page)
    expect(internet.asked.some(({ path }) => path.startsWith('/media/pictures'))).toBe(true)
    expect(
      internet.asked.filter(({ host, path }) => host === HOST && path.startsWith('/media/')),
    ).toEqual([])
  })

  test('serves the stream of a film, whose licence servers a page may call', async () => {
    const page = await visit('/faq')
    await signIn(page, /adult/)
    type Cards = { items: { short_id: string }[] }
    const { items } = await callInPage<Cards>(
      page,
      'GET',
      '/video-contents?types=single_video&order=latest',
    )
    internet.asked.length = 0
    await page.goto(`/play/${items[0]?.short_id}`)
    await expectPlaying(page)
    const streams = requestsOf(internet.asked, /^media\.example$/).map(({ path }) => path)
    expect(streams.some(path => path.endsWith('.m3u8'))).toBe(true)
    for (const url of [
      SETTINGS.WIDEVINE_LICENSE_URL,
      SETTINGS.FAIRPLAY_LICENSE_URL,
      SETTINGS.FAIRPLAY_CERTIFICATE_URL,
    ])
      expect(
        await page.evaluate(async to => (await fetch(to, { method: 'POST' })).status, url),
      ).toBe(200)
  })
})

describe('the seals, ENAMAD_ID with ENAMAD_CODE and SAMANDEHI_ID with SAMANDEHI_CODE', () => {
  test('show their pictures on the home page, with the referrer that their hosts ask for', async () => {
    internet.asked.length = 0
    const page = await visit('/')
    const seals = page.locator('[data-seals] img')
    expect(await seals.count()).toBe(2)
    // Rows that come into view push the footer down.
    const isLoaded = async () => {
      await seals.last().scrollIntoViewIfNeeded()
      return seals.evaluateAll(all =>
        all.every(each => (each as HTMLImageElement).naturalWidth > 0),
      )
    }
    await expect.poll(isLoaded).toBe(true)
    expect(
      requestsOf(internet.asked, /enamad|samandehi/)
        .map(({ host, path, referer }) => ({ host, path, referer }))
        // The browser asks for both at the same time.
        .toSorted((one, other) => other.host.localeCompare(one.host)),
    ).toEqual([
      {
        host: 'trustseal.enamad.ir',
        path: '/logo.aspx?id=4321&Code=enamad-code',
        referer: `${ORIGIN}/`,
      },
      {
        host: 'logo.samandehi.ir',
        path: '/logo.aspx?id=8765&p=samandehi-code',
        referer: `${ORIGIN}/`,
      },
    ])
    expect(
      await page.locator('[data-seals] a').evaluateAll(all => all.map(a => a.getAttribute('href'))),
    ).toEqual([
      'https://trustseal.enamad.ir/?id=4321&Code=enamad-code',
      'https://logo.samandehi.ir/Verify.aspx?id=8765&p=samandehi-code',
    ])
  })
})

describe('the ways to support and the apps', () => {
  test.each([
    ['Linux; Android 11; MIBOX4', true],
    ['SMART-TV; Linux; Tizen 6.0', false],
  ])(
    'the banner of a television (%s) offers the app of ANDROID_TV_APP_URL: %s',
    async (system, isOffered) => {
      const userAgent = `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/120 TV Safari/537.36`
      const page = await visit('/faq', { userAgent })
      await page.locator('[data-tv-banner]').waitFor()
      expect(await page.locator('[data-tv-app]').isVisible()).toBe(isOffered)
    },
  )

  test('SUPPORT_PHONE and SUPPORT_EMAIL are on /contact-us', async () => {
    const page = await visit('/contact-us')
    expect(await page.locator('main a[href="tel:02112345678"]').textContent()).toContain(
      '۰۲۱۱۲۳۴۵۶۷۸',
    )
    expect(await page.locator('main a[href="mailto:help@pardeh.example"]').count()).toBe(1)
    expect(await page.locator('[data-footer] a[href="tel:02112345678"]').isVisible()).toBe(true)
    await settled(page)
  })

  test.each([
    ['ANDROID_APP_URL', SETTINGS.ANDROID_APP_URL],
    ['ANDROID_TV_APP_URL', SETTINGS.ANDROID_TV_APP_URL],
    ['IOS_APP_URL', SETTINGS.IOS_APP_URL],
    ['SMART_TV_APP_URL', SETTINGS.SMART_TV_APP_URL],
    ['BAZAAR_APP_URL', SETTINGS.BAZAAR_APP_URL],
    ['MYKET_APP_URL', SETTINGS.MYKET_APP_URL],
  ])('%s is on /apps', async (_, url) => {
    const { text } = await get('/apps')
    expect(text).toContain(`href="${url}"`)
  })
})

/** Sends a request as a proxy does. `fetch` would send the host of its address. */
const get = (path: string) =>
  raw(path, { url: site.url, headers: { 'x-forwarded-proto': 'https', host: HOST } })

test('SECURITY_CONTACT is shown in security.txt', async () => {
  const { status, headers, text } = await get('/.well-known/security.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toMatch(/^Contact: mailto:security@pardeh\.example$/m)
  expect(text).toContain(`Canonical: ${ORIGIN}/.well-known/security.txt`)
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now())
})

describe('ANDROID_APP_ID, ANDROID_APP_FINGERPRINTS, IOS_APP_ID and IOS_STORE_ID', () => {
  const json = async (path: string) => {
    const { status, headers, text } = await get(path)
    expect([status, headers['content-type']]).toEqual([
      200,
      expect.stringContaining('application/json'),
    ])
    return JSON.parse(text)
  }

  test('let the apps open links, and only pages that they show', async () => {
    expect(await json('/.well-known/assetlinks.json')).toMatchObject([
      {
        target: {
          package_name: 'ir.pardeh.app',
          sha256_cert_fingerprints: [SETTINGS.ANDROID_APP_FINGERPRINTS],
        },
      },
    ])
    const { applinks } = await json('/.well-known/apple-app-site-association')
    expect(applinks.details[0].appIDs).toEqual(['ABCDE12345.ir.pardeh.app'])
    const paths = applinks.details[0].components.map((each: { '/': string }) => each['/'])
    expect(paths).toEqual(expect.arrayContaining(['/contents/*', '/en/play/*']))
    expect(paths.join()).not.toMatch(/login|payment|api|user/)
  })

  test('show the banner of the App Store, which opens the page in the app', async () => {
    const { text: html } = await get('/cinema-online')
    expect(html).toContain(
      `<meta name="apple-itunes-app" content="app-id=123456789, app-argument=${ORIGIN}/cinema-online"`,
    )
    expect(JSON.parse((await get('/site.webmanifest')).text)).toMatchObject({
      related_applications: [
        { platform: 'play', id: 'ir.pardeh.app' },
        { platform: 'itunes', url: 'https://apps.example/ios' },
      ],
      prefer_related_applications: false,
    })
  })
})
