/** The contrast of texts on pictures, for any picture behind them. */
import type { Page } from 'playwright'
import sharp from 'sharp'
import { contrast } from './contrast.ts'

export type Pixels = { data: Buffer; width: number; height: number }
type Box = { x: number; y: number; width: number; height: number }
type Text = { text: string; colour: readonly number[]; boxes: Box[] }
/** The texts of a screen, its pictures, and the screen without texts on black and on white pictures. */
export type Screen = { texts: Text[]; pictures: Box[]; black: Pixels; white: Pixels }

const STEP = 2

/** @param pictures selector of the elements that contain a picture; their parents get one colour instead */
export async function screenOf(page: Page, texts: string, pictures: string): Promise<Screen> {
  const found = await page.evaluate(textsIn, texts)
  const boxes = await page.evaluate(boxesOf, pictures)
  const on = async (colour: string) => {
    await page.evaluate(showColour, { texts, pictures, colour })
    return pixelsOf(await page.screenshot({ animations: 'disabled' }))
  }
  return { texts: found, pictures: boxes, black: await on('#000'), white: await on('#fff') }
}

export async function pixelsOf(file: Buffer | string): Promise<Pixels> {
  const image = sharp(file).removeAlpha().toColourspace('srgb').raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Returns the lowest contrast of a text with this picture behind it, in the pixels that the text covers. A layer over a picture mixes
 * with it linearly, so the screen on black and on white tells what it looks like on any picture.
 */
export function leastContrast({ texts, pictures, black, white }: Screen, picture: Pixels) {
  let least = { contrast: 21, text: '' }
  for (const { text, colour, boxes } of texts)
    for (const [x, y] of pointsOf(boxes, black)) {
      const at = (y * black.width + x) * 3
      const from = pixelAt(picture, pictures, { x, y })
      const mixed = [0, 1, 2].map(channel => {
        const [low, high] = [black.data[at + channel] ?? 0, white.data[at + channel] ?? 0]
        return low + ((high - low) * (picture.data[from + channel] ?? 0)) / 255
      })
      const value = contrast(colour, mixed)
      if (value < least.contrast) least = { contrast: value, text }
    }
  return least
}

/** Returns the index of the pixel that `object-fit: cover` shows at a point of the screen. */
function pixelAt(picture: Pixels, boxes: readonly Box[], { x, y }: Pick<Box, 'x' | 'y'>): number {
  const box = boxes.find(
    each => x >= each.x && x < each.x + each.width && y >= each.y && y < each.y + each.height,
  )
  if (!box) return 0
  const scale = Math.max(box.width / picture.width, box.height / picture.height)
  const within = (value: number, most: number) =>
    Math.min(most - 1, Math.max(0, Math.floor(value / scale + most / 2)))
  const column = within(x - box.x - box.width / 2, picture.width)
  const row = within(y - box.y - box.height / 2, picture.height)
  return (row * picture.width + column) * 3
}

/** Returns how much of the first picture is visible: 1 if nothing lies over it, 0 if it is covered. */
export function visibleShare({ pictures, black, white }: Screen): number {
  const [box] = pictures
  if (!box) return 0
  let [points, sum] = [0, 0]
  for (const [x, y] of pointsOf([box], black)) {
    const at = (y * black.width + x) * 3
    points += 1
    sum += ((white.data[at] ?? 0) - (black.data[at] ?? 0)) / 255
  }
  return sum / points
}

function* pointsOf(boxes: readonly Box[], { width, height }: Pixels): Iterable<[number, number]> {
  for (const box of boxes)
    for (let y = Math.ceil(box.y); y < Math.min(box.y + box.height, height); y += STEP)
      for (let x = Math.ceil(box.x); x < Math.min(box.x + box.width, width); x += STEP)
        if (x >= 0 && y >= 0) yield [x, y]
}

/** Returns the texts and their boxes. Runs in the page. */
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
        // Bars that are fixed at the bottom cover texts.
        .filter(({ x, y, width, height }) => {
          const top = document.elementFromPoint(x + width / 2, y + height / 2)
          return top !== null && (top.contains(parent) || parent.contains(top))
        })
        .map(({ x, y, width, height }) => ({ x, y, width, height }))
      if (parent.closest('.sr-only') || !isSeen || boxes.length === 0 || !node.textContent?.trim())
        continue
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

/** Returns the boxes of the visible pictures. Runs in the page. */
function boxesOf(selector: string): Box[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .map(element => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1)
    .map(({ x, y, width, height }) => ({ x, y, width, height }))
}

/** Replaces pictures by a colour and hides the texts. Runs in the page. */
function showColour({ texts, pictures, colour }: Record<string, string>): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    ${pictures} { background: ${colour} !important; }
    ${pictures} > picture { display: none !important; }
    :is(${texts}), :is(${texts}) * { color: transparent !important; text-shadow: none !important; transition: none !important; }
    :is(${texts}) i { visibility: hidden; }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
