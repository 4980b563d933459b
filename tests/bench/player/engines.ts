/** The player in the other browser engines, Firefox and WebKitGTK: first frame, seeking and stalls, on the network of this machine. */
import type { EngineBrowser } from '#tests/support/engines/engine.ts'
import { findFirefox, openFirefox } from '#tests/support/engines/firefox.ts'
import { findWebKit, openWebKit } from '#tests/support/engines/webkit.ts'
import { median } from '../report.ts'

/** Positions in seconds that are far apart, so that each has to be loaded. */
const SEEKS = [40, 5, 55]
const WATCH_SECONDS = 10
const STALL_MS = 300
/** Maximum times in milliseconds on an idle machine that runs both site and browser. */
const MOST = { frame: 2_000, seek: 1_000 }

interface EngineMeasured {
  /** Milliseconds from the start of the navigation; with WebKitGTK from the press of Play. */
  firstFrame: number
  /** Milliseconds from each jump to the next picture. */
  seeks: number[]
  /** Number of stalls of more than 300 ms in the seconds watched. */
  stalls: number
}

const ENGINES = [
  { name: 'Firefox', path: findFirefox(), open: openFirefox },
  { name: 'WebKitGTK', path: findWebKit(), open: openWebKit },
]
const pause = (milliseconds: number) => new Promise(done => setTimeout(done, milliseconds))

type Note = (measure: string, target: string, measured: string, holds: boolean) => void
type Visit = { url: string; film: string; mobile: string; password: string; rounds: number }

/** Adds one row each for the first frame, seeking and stalls. An engine that is not installed has none. */
export async function otherEngines(note: Note, visit: Visit): Promise<void> {
  for (const { name, path, open } of ENGINES) {
    if (!path) {
      console.log(`${name} is not installed, so it has no rows`)
      continue
    }
    const browser = await open(path)
    try {
      await signIn(browser, visit)
      const rounds: EngineMeasured[] = []
      for (let round = 0; round < visit.rounds; round++)
        rounds.push(await measureEngine(browser, visit.film))
      noteEngine(note, name, rounds)
      await browser.goto('about:blank')
    } finally {
      await browser.close()
    }
  }
}

function noteEngine(note: Note, name: string, rounds: EngineMeasured[]): void {
  const frame = median(rounds.map(({ firstFrame }) => firstFrame))
  const seek = median(rounds.flatMap(({ seeks }) => seeks))
  const stalls = rounds.reduce((sum, round) => sum + round.stalls, 0)
  const from = name === 'WebKitGTK' ? ', from the press of play' : ''
  const ms = (value: number) => `${Math.round(value)} ms`
  note(`First frame in ${name}${from}`, `≤ ${MOST.frame} ms`, ms(frame), frame <= MOST.frame)
  note(`Seeking in ${name}`, `≤ ${MOST.seek} ms`, ms(seek), seek <= MOST.seek)
  const seconds = rounds.length * WATCH_SECONDS
  note(`Stalls in ${name} in ${seconds} s`, '0', String(stalls), stalls === 0)
}

/** Signs in with a password, as the benchmark does in Chromium, and chooses the first profile. */
async function signIn(
  browser: EngineBrowser,
  { url, mobile, password }: Omit<Visit, 'film' | 'rounds'>,
): Promise<void> {
  await browser.goto(`${url}/faq`)
  const call = `async (method, path, body) => (await fetch('/api' + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })).json()`
  await run(
    browser,
    `const call = ${call}
    const device = { unique_identifier: 'browser-of-the-bench-${mobile}' }
    await call('POST', '/access-token/users/${mobile}/password', { password: '${password}', device })
    const { data } = await call('GET', '/users/profile/')
    const primary = data.items.find(profile => profile.is_primary)
    return call('POST', '/users/profile/switch', { profile_id: primary.id, pin: '' })`,
  )
}

/**
 * Runs a function body in the page. `read` takes an expression and cannot wait, so the result is stored in the page and read from
 * there.
 */
async function run<T>(browser: EngineBrowser, body: string): Promise<T> {
  const settle = `(window.benchResult = null, (async () => { ${body} })().then(
    value => { window.benchResult = { value: value === undefined ? null : value } },
    error => { window.benchResult = { error: String(error) } },
  ), true)`
  await browser.read(settle)
  for (let waited = 0; waited < 60_000; waited += 50) {
    const result = await browser.read<{ value?: T; error?: string } | null>('window.benchResult')
    if (result?.error) throw new Error(`${browser.name}: ${result.error}`)
    if (result) return result.value as T
    await pause(50)
  }
  throw new Error(`${browser.name} did not answer for a minute`)
}

async function measureEngine(browser: EngineBrowser, film: string): Promise<EngineMeasured> {
  await browser.goto(film)
  // WebKit plays sound only after a press.
  if (browser.name === 'webkit') {
    await browser.read(
      `(addEventListener('click', () => { window.pressedAt = performance.now() }, true), true)`,
    )
    await browser.click('.big-play')
  }
  const firstFrame = await run<number>(browser, FIRST_FRAME)
  const seeks: number[] = []
  for (const second of SEEKS) seeks.push(await run(browser, seekTo(second)))
  return { firstFrame, seeks, stalls: await run(browser, stallsIn(WATCH_SECONDS)) }
}

/** Calculates the start of the film, at 0, from the time that it has played, because the driver reports too late. */
const FIRST_FRAME = `
  const video = document.querySelector('video')
  while (video.currentTime === 0) await new Promise(done => setTimeout(done, 10))
  return performance.now() - video.currentTime * 1000 - (window.pressedAt || 0)`

const seekTo = (second: number) => `
  const video = document.querySelector('video')
  const began = performance.now()
  video.currentTime = ${second}
  while (video.seeking || video.readyState < 3 || video.currentTime <= ${second})
    await new Promise(done => setTimeout(done, 10))
  return performance.now() - began`

const stallsIn = (seconds: number) => `
  const video = document.querySelector('video')
  video.currentTime = 2
  while (video.seeking || video.currentTime <= 2) await new Promise(done => setTimeout(done, 10))
  const end = performance.now() + ${seconds * 1_000}
  let [stalls, time, moved, isStalled] = [0, video.currentTime, performance.now(), false]
  while (performance.now() < end) {
    await new Promise(done => setTimeout(done, 50))
    const now = performance.now()
    if (video.currentTime !== time) {
      time = video.currentTime
      moved = now
      isStalled = false
    } else if (!isStalled && now - moved > ${STALL_MS}) {
      isStalled = true
      stalls += 1
    }
  }
  return stalls`
