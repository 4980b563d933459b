import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../site.ts'
import { type EngineBrowser, SIZE, WAIT_MS } from './engine.ts'

const DRIVER = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver'
const KEYS = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  f: 'f',
  c: 'c',
}

export function findWebKit(): string | undefined {
  return existsSync(DRIVER) ? DRIVER : undefined
}

/** Opens WebKitGTK's MiniBrowser on a virtual screen, driven by WebDriver. */
export async function openWebKit(driverPath: string): Promise<EngineBrowser> {
  const port = await freePort()
  const screen = `${SIZE.width}x${SIZE.height + 100}x24`
  // WebKit's sandbox needs privileges that a container does not have.
  const env = { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
  const command = ['-a', '-s', `-screen 0 ${screen}`, driverPath, `--port=${port}`]
  const server = spawn('xvfb-run', command, { env, detached: true, stdio: 'ignore' })
  try {
    const driver = await connect(port)
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...SIZE })
    return adapterOf(driver, server)
  } catch (error) {
    end(server)
    throw error
  }
}

async function connect(port: number): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {
      binary: miniBrowser(),
      args: ['--automation'],
    },
  })
  const address = `http://127.0.0.1:${port}`
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await new Builder().usingServer(address).withCapabilities(capabilities).build()
    } catch (error) {
      if (attempt === 40) throw error
      await wait(250)
    }
  }
}

function miniBrowser(): string {
  const folders = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap(machine =>
    ['4.1', '4.0'].map(version => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`),
  )
  const found = folders.find(path => existsSync(path))
  if (!found) throw new Error('WebKitWebDriver is installed, but its MiniBrowser is not')
  return found
}

function adapterOf(driver: WebDriver, server: ChildProcess): EngineBrowser {
  /** Repeats an action until it succeeds: elements move, and hydration replaces them. */
  const act = async (selector: string, work: (on: WebElement) => Promise<void>) => {
    const by = selector.startsWith('//') ? By.xpath(selector) : By.css(selector)
    const deadline = Date.now() + WAIT_MS
    for (;;) {
      for (const each of await driver.findElements(by))
        if (await each.isDisplayed().catch(() => false)) {
          const failure = await work(each).then(
            () => null,
            error => error as Error,
          )
          if (!failure) return
          if (Date.now() > deadline) throw failure
        }
      if (Date.now() > deadline) throw new Error(`no visible element matches ${selector}`)
      await wait(100)
    }
  }
  return {
    name: 'webkit',
    goto: url => driver.get(url),
    url: () => driver.getCurrentUrl(),
    click: selector => act(selector, on => on.click()),
    type: (selector, text) => act(selector, on => on.sendKeys(text)),
    write: text => driver.actions().sendKeys(text).perform(),
    press: key => driver.actions().sendKeys(KEYS[key]).perform(),
    read: expression => driver.executeScript(`return (${expression})`),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit().catch(() => undefined)
      end(server)
    },
  }
}

/** Ends the browser together with xvfb-run and the screen that it started. */
function end({ pid }: ChildProcess): void {
  if (pid) process.kill(-pid, 'SIGTERM')
}
