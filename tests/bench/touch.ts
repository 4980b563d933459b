/**
 * Measures the first touch of a control on a catalogue page, right after the layout script has started: when the control shows
 * that it was pressed, when the part that it opens can be used, and what the touch loads. It uses a slow line, a slow processor
 * and a new browser. Writes its section of docs/benchmarks.md. `npm run bench -- touch [controls…]`
 */
import { type BrowserContext, chromium, type Page } from 'playwright'
import { launchOptions } from '#tests/support/browser-server.ts'
import { startSite } from '#tests/support/site.ts'
import { startSlowLine } from '#tests/support/slow-line.ts'
import { signInDemo } from './demo-session.ts'
import { machine, timesOf, writeReport } from './report.ts'
import { type Touched, watchTouch } from './touch-watch.ts'
import { CPU_TIMES, SLOW_4G, watchFiles } from './visit.ts'

const ROUNDS = 5
const SETTLED_MS = 3_000
/** A subscriber of the demo with three profiles. */
const SUBSCRIBER = '09120000001'
const TARGETS = { feedback: 100, usable: 300, files: 6, bytes: 90_000 }
const DEVICES = {
  phone: {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  },
  desktop: { viewport: { width: 1350, height: 940 } },
} as const
type Device = keyof typeof DEVICES

type Touch = {
  name: string
  devices: readonly Device[]
  path: string
  isSignedIn?: boolean
  control: string | Record<Device, string>
  usable: string
  isHover?: boolean
}
const TOUCHES: readonly Touch[] = [
  {
    name: 'search',
    devices: ['phone', 'desktop'],
    path: '/',
    control: { phone: '[data-search-open]', desktop: '[data-key=search]' },
    usable: '.search-drop input:focus',
  },
  {
    name: 'menu',
    devices: ['desktop'],
    path: '/',
    control: '[data-menu=single_video] > a',
    usable: '[data-menu=single_video] .header-menu-panel a',
    isHover: true,
  },
  {
    name: 'account',
    devices: ['desktop'],
    path: '/',
    isSignedIn: true,
    control: '[data-key=account]',
    usable: '.account-links a',
  },
  {
    name: 'bookmark',
    devices: ['phone', 'desktop'],
    path: ':film',
    isSignedIn: true,
    control: '[data-key=bookmark]',
    usable: '[data-key=bookmark][aria-pressed=true]',
  },
  {
    name: 'drawer',
    devices: ['phone'],
    path: '/',
    control: '[data-drawer-open]',
    usable: '#drawer nav a',
  },
]

const only = process.argv.slice(2)
const site = await startSite({ env: { LOG_LEVEL: 'error' } })
const browser = await chromium.launch(launchOptions())
const member = await browser.newContext()
try {
  await signInDemo(member, site, SUBSCRIBER)
  const film = /\/contents\/[\w-]+\/[^"?#]+/.exec(await (await fetch(site.url)).text())?.[0] ?? ''
  const rows: string[] = []
  for (const touch of TOUCHES.filter(({ name }) => only.length === 0 || only.includes(name)))
    for (const device of touch.devices) {
      const all: Measured[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const measured = await measure({ ...touch, device, film })
        // The first round fills caches of the site.
        if (round > 0) all.push(measured)
      }
      rows.push(rowOf(touch.name, device, all))
    }
  const text = report(rows)
  if (only.length === 0) writeReport('touch', text)
  console.log(text)
} finally {
  await browser.close()
  await site.stop()
}

type Measured = Touched & { requests: number; files: number; bytes: number }
type Measuring = Touch & { device: Device; film: string }

async function measure(touch: Measuring): Promise<Measured> {
  const line = await startSlowLine({ port: site.port }, SLOW_4G)
  const context = await browser.newContext(DEVICES[touch.device])
  try {
    if (touch.isSignedIn) {
      await context.addCookies(await member.cookies())
      await clearBookmarks(member)
    }
    const page = await context.newPage()
    const counter = await watchFiles(page)
    await page.goto(`http://127.0.0.1:${line.port}${touch.path.replace(':film', touch.film)}`, {
      waitUntil: 'load',
    })
    await page.waitForFunction(() => document.documentElement.dataset.js === '')
    const before = counter()
    const control = typeof touch.control === 'string' ? touch.control : touch.control[touch.device]
    const touched = await watchTouch(page, { ...touch, control }, () => act(page, control, touch))
    await page.waitForTimeout(SETTLED_MS)
    const after = counter()
    return {
      ...touched,
      requests: after.requests - before.requests,
      files: after.files - before.files,
      bytes: after.bytes - before.bytes,
    }
  } finally {
    await context.close()
    await line.close()
  }
}

async function act(page: Page, control: string, { device, isHover }: Measuring): Promise<void> {
  const box = await page.locator(control).locator('visible=true').first().boundingBox()
  if (!box) throw new Error(`${control} is not visible`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  if (isHover) await page.mouse.move(x, y)
  else if (device === 'phone') await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
}

/** Removes the bookmark that an earlier round has added. */
async function clearBookmarks({ request }: BrowserContext): Promise<void> {
  const bookmarks = `${site.url}/api/users/_self/bookmarks`
  const headers = { 'sec-fetch-site': 'same-origin' }
  const { data } = await (await request.get(bookmarks)).json()
  for (const { id } of data.items) await request.delete(`${bookmarks}/${id}`, { headers })
}

function rowOf(name: string, device: Device, all: readonly Measured[]): string {
  const median = (of: keyof Measured) => timesOf(all.map(each => each[of])).p50
  const cells = [median('feedback'), median('usable'), median('requests'), median('files')].map(
    value => Math.round(value).toLocaleString('en'),
  )
  return `| ${[name, device, ...cells, (median('bytes') / 1_000).toFixed(1)].join(' | ')} |`
}

function report(rows: readonly string[]): string {
  return `## First touch

Written by \`npm run bench -- touch\` on ${machine()}: the first touch of a page in a fresh browser, as soon as its layout script runs,
on a line of ${SLOW_4G.down} Mbps and ${SLOW_4G.roundTrip} ms with a processor ${CPU_TIMES} times slower, site and browser on the same machine; medians of
${ROUNDS}. Times in ms from the event to the frame that shows that the control was pressed, and that has the field with the cursor, the
first link or the new state. Wanted: ≤ ${TARGETS.feedback} ms, ≤ ${TARGETS.usable} ms, ≤ ${TARGETS.files} scripts and style sheets of ≤ ${TARGETS.bytes / 1_000} KB from the touch on,
those loaded in idle time too. Account and bookmark are those of a signed-in subscriber.

| control | device | pressed | usable | requests | scripts and styles | their KB |
|---|---|---:|---:|---:|---:|---:|
${rows.join('\n')}`
}
