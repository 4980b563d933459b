import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'
import { fontFaces, posterStyles } from './lettering.ts'

export interface Easel {
  /** A PNG of the page's body at this size. */
  shoot: (html: string, width: number, height: number, scale?: number) => Promise<Buffer>
  close: () => Promise<void>
}

const SYSTEM = '/usr/bin/chromium'

export async function openEasel(fit: () => void): Promise<Easel> {
  const browser: Browser = await chromium.launch({
    ...(existsSync(SYSTEM) && { executablePath: SYSTEM }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--force-color-profile=srgb',
    ],
  })
  const page = await browser.newPage()
  const styles = `*{box-sizing:border-box}body{margin:0;height:100vh;overflow:hidden;position:relative;background:#000}svg{display:block;position:absolute;inset:0;width:100%;height:100%}`
  await page.setContent(
    `<!doctype html><html dir="rtl" lang="fa"><style>${fontFaces()}${styles}${posterStyles}</style><body></body></html>`,
  )
  await page.evaluate(() => Promise.all([...document.fonts].map(face => face.load())))
  return {
    shoot: async (html, width, height) => {
      await page.setViewportSize({ width, height })
      await page.evaluate(inner => {
        document.body.innerHTML = inner
      }, html)
      await page.evaluate(fit)
      return page.screenshot({ type: 'png' })
    },
    close: () => browser.close(),
  }
}
