import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'
import { fontFaces, headingStyles, posterStyles } from './lettering.ts'

interface Size {
  width: number
  height: number
  /** True for a picture without a background. */
  isTransparent?: boolean
}

export interface Easel {
  /** Returns a PNG of the page's body in this size. */
  shoot: (html: string, size: Size) => Promise<Buffer>
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
    `<!doctype html><html dir="rtl" lang="fa"><style>${fontFaces()}${styles}${posterStyles}${headingStyles}</style><body></body></html>`,
  )
  await page.evaluate(() => Promise.all([...document.fonts].map(face => face.load())))
  return {
    shoot: async (html, { width, height, isTransparent = false }) => {
      await page.setViewportSize({ width, height })
      const background = isTransparent ? 'transparent' : ''
      await page.evaluate(
        ([inner, colour]) => {
          document.body.innerHTML = inner
          document.body.style.background = colour
        },
        [html, background] as const,
      )
      await page.evaluate(fit)
      return page.screenshot({ type: 'png', omitBackground: isTransparent })
    },
    close: () => browser.close(),
  }
}
