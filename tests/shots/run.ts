/** `npm run shots -- DIR`: a sheet of screenshots of every screen and state. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { launchOptions } from '#tests/support/browser-server.ts'
import { freePort, startSite } from '#tests/support/site.ts'
import { browser as installBrowser } from '../../scripts/bootstrap/browser.mjs'
import { build } from '../../scripts/bootstrap/build.mjs'
import { accountScreens } from './account-screens.ts'
import { type Taken, take } from './capture.ts'
import { catalogueScreens } from './catalogue-screens.ts'
import { checkoutScreens } from './checkout-screens.ts'
import { consoleScreens } from './console-screens.ts'
import { finder } from './finder.ts'
import { indexPage } from './index-page.ts'
import { shotsOf } from './jobs.ts'
import { layoutScreens } from './layout-screens.ts'
import { readOptions } from './options.ts'
import { playerScreens } from './player-screens.ts'
import { prepare } from './prepare.ts'
import { signedIn } from './viewers.ts'

const options = readOptions(process.argv.slice(2))
const screens = [
  ...catalogueScreens,
  ...layoutScreens,
  ...accountScreens,
  ...checkoutScreens,
  ...playerScreens,
  ...(options.site && !options.staff ? [] : consoleScreens),
]
const shots = shotsOf(screens, options)
process.exitCode = shots.length === 0 ? nothing() : await run()

function nothing(): number {
  console.error(`No screen is called so. There are:\n${screens.map(({ name }) => name).join('\n')}`)
  return 2
}

async function run(): Promise<number> {
  if (!(await installBrowser('Installing Chromium'))) return 1
  if (!options.site && !(await build('Building the pages'))) return 1
  const staffPort = await freePort()
  const own = options.site
    ? null
    : await startSite({ env: { TRUST_PROXY: '127.0.0.1', STAFF_PORT: String(staffPort) } })
  const site = options.site ?? own?.url ?? ''
  const staff = options.staff ?? `http://127.0.0.1:${staffPort}`
  const browser = await chromium.launch(
    launchOptions(['--autoplay-policy=no-user-gesture-required']),
  )
  const find = finder(site)
  // A running site is somebody's: it is looked at, and not written to.
  const people = signedIn(browser, { site, staff }, (viewer, call) =>
    own ? prepare(viewer, call, find) : Promise.resolve(),
  )
  // The console shows what the subscriber has done.
  if (own && shots.some(({ screen }) => screen.isConsole)) await people.state('subscriber')
  const { folder } = options
  await mkdir(folder, { recursive: true })
  const taken: Taken[] = []
  const queue = [...shots]
  const work = async () => {
    for (let shot = queue.shift(); shot; shot = queue.shift()) {
      const tools = { browser, site, staff, isOwn: own !== null, find, people, folder }
      taken.push(report(await take(shot, tools), taken.length + 1))
    }
  }
  try {
    await Promise.all(Array.from({ length: options.pages }, work))
  } finally {
    await people.end()
    await browser.close()
    await own?.stop()
  }
  const order = new Map(shots.map(({ file }, index) => [file, index]))
  taken.sort((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0))
  await writeFile(join(folder, 'index.html'), indexPage(taken))
  const failed = taken.filter(({ problems }) => problems.length > 0).length
  console.log(`${taken.length} screenshots, ${failed} with problems: ${join(folder, 'index.html')}`)
  return failed > 0 ? 1 : 0
}

function report(shot: Taken, count: number): Taken {
  console.log(`${String(count).padStart(4)} of ${shots.length}  ${shot.file}`)
  for (const problem of shot.problems) console.log(`      ${problem.slice(0, 300)}`)
  return shot
}
