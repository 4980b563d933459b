/** The contrast of texts that lie on pictures, for any picture behind them. */
import type { Page } from 'playwright'
import sharp from 'sharp'
import { contrast } from './contrast.ts'

export type Pixels = { data: Buffer; width: number; height: number }
type Box = { x: number; y: number; width: number; height: number }
type Text = { text: string; colour: readonly number[]; boxes: Box[] }
/** The texts of a screen, and what it looks like without them on black and on white pictures. */
export type Screen = { texts: Text[]; black: Pixels; white: Pixels }

const STEP = 2

/** `pictures` are the elements that hold a picture; their parents get one colour instead. */
export async function screenOf(page: Page, texts: string, pictures: string): Promise<Screen> {
  const found = await page.evaluate(textsIn, texts)
  const on = async (colour: string) => {
    await page.evaluate(showColour, { texts, pictures, colour })
    return pixelsOf(await page.screenshot({ animations: 'disabled' }))
  }
  return { texts: found, black: await on('#000'), white: await on('#fff') }
}

export async function pixelsOf(file: Buffer | string): Promise<Pixels> {
  const image = sharp(file).removeAlpha().toColourspace('srgb').raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * The least contrast of a text with this picture behind the screen. What lies over a picture mixes with it linearly, so the
 * screen on black and on white tells how it looks on any picture.
 */
export function leastContrast({ texts, black, white }: Screen, picture: Pixels) {
  let least = { contrast: 21, text: '' }
  for (const { text, colour, boxes } of texts)
    for (const [x, y] of pointsOf(boxes, black)) {
      const at = (y * black.width + x) * 3
      const behind = (y * picture.height) / black.height
      const beside = (x * picture.width) / black.width
      const from = (Math.floor(behind) * picture.width + Math.floor(beside)) * 3
      const mixed = [0, 1, 2].map(channel => {
        const [low, high] = [black.data[at + channel] ?? 0, white.data[at + channel] ?? 0]
        return low + ((high - low) * (picture.data[from + channel] ?? 0)) / 255
      })
      const value = contrast(colour, mixed)
      if (value < least.contrast) least = { contrast: value, text }
    }
  return least
}

function* pointsOf(boxes: readonly Box[], { width, height }: Pixels): Iterable<[number, number]> {
  for (const box of boxes)
    for (let y = Math.ceil(box.y); y < Math.min(box.y + box.height, height); y += STEP)
      for (let x = Math.ceil(box.x); x < Math.min(box.x + box.width, width); x += STEP)
        if (x >= 0 && y >= 0) yield [x, y]
}

/** Runs in the page. */
function textsIn(selector: string): Text[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].flatMap(element => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement as HTMLElement
      const isSeen = parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const range = document.createRange()
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()]
        .filter(({ width, height }) => width > 1 && height > 1)
        .map(({ x, y, width, height }) => ({ x, y, width, height }))
      if (!isSeen || boxes.length === 0 || !node.textContent?.trim()) continue
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
      if (!canvas) continue
      canvas.fillStyle = getComputedStyle(parent).color
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 255] = canvas.getImageData(0, 0, 1, 1).data
      const opaque = alpha / 255
      texts.push({
        text: node.textContent.trim(),
        colour: [red, green, blue].map(value => value * opaque),
        boxes,
      })
    }
    return texts
  })
}

/** Runs in the page. */
function showColour({ texts, pictures, colour }: Record<string, string>): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    ${pictures} { background: ${colour} !important; }
    ${pictures} > picture { display: none !important; }
    :is(${texts}), :is(${texts}) * { color: transparent !important; text-shadow: none !important; transition: none !important; }
    :is(${texts}) i { visibility: hidden; }`)
  document.adoptedStyleSheets = [sheet]
}
