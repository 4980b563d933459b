import type { Page } from 'playwright'

/**
 * Returns what a viewer with large text cannot read on the visible page: texts that a box cuts off, texts that leave their card, texts
 * that lie on each other, and texts of a fixed bar that something else covers. Each is a line with the kind of problem and the text.
 */
export function unreadableTexts(page: Page): Promise<string[]> {
  return page.evaluate(findUnreadableTexts)
}

/** Runs in the page. */
function findUnreadableTexts(): string[] {
  type Box = { left: number; top: number; right: number; bottom: number }
  type Line = { box: Box; element: HTMLElement; text: string; layer: Element | null }
  const problems: string[] = []
  const say = (kind: string, { text, element }: Line, more = '') =>
    problems.push(`${kind}: "${text}" in ${nameOf(element)}${more}`)
  const nameOf = (element: Element) =>
    `${element.localName}.${[...element.classList].slice(0, 3).join('.')}`

  const lines = textElements().flatMap(linesOf)
  for (const line of lines) if (isCovered(line)) say('covered', line)
  const seen = new Set<string>()
  for (const [at, line] of lines.entries())
    for (const other of lines.slice(at + 1)) {
      const key = [line, other].map(each => nameOf(each.element)).join()
      if (seen.has(key) || !mayTouch(line, other) || !touches(line.box, other.box)) continue
      seen.add(key)
      say('overlap', line, ` and "${other.text}" in ${nameOf(other.element)}`)
    }
  return [...new Set(problems)]

  function textElements(): [HTMLElement, Text][] {
    const found: [HTMLElement, Text][] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement as HTMLElement
      if (!node.textContent?.trim() || /^(script|style|noscript|option)$/.test(element.localName))
        continue
      const options = {
        contentVisibilityAuto: true,
        opacityProperty: true,
        visibilityProperty: true,
      }
      if (element.checkVisibility(options) && !isForScreenReaders(element))
        found.push([element, node as Text])
    }
    return found
  }

  function isForScreenReaders(element: Element): boolean {
    if (Number.parseFloat(getComputedStyle(element).fontSize) < 1) return true
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { position, clip, clipPath } = getComputedStyle(box)
      const isSmall = box.clientWidth <= 1 && box.clientHeight <= 1
      if (position === 'absolute' && (isSmall || clip !== 'auto' || clipPath !== 'none'))
        return true
    }
    return false
  }

  /** Returns the lines of a text without those outside of a scroller; reports lines that a box cuts off. */
  function linesOf([element, node]: [HTMLElement, Text]): Line[] {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { fontSize } = getComputedStyle(element)
    // The box of a line includes the ascent and descent of the font, which letters rarely fill.
    const spare = Number.parseFloat(fontSize) * 0.4
    const layer = layerOf(element)
    const text = (node.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)
    return [...range.getClientRects()].flatMap(({ left, top, right, bottom }) => {
      if (right - left < 2) return []
      const box = { left, top: top + spare, right, bottom: bottom - spare }
      const line = { box, element, text, layer }
      const clipped = clipOf(line)
      if (clipped === 'cut') say('cut off', line)
      else if (leavesCard(line)) say('outside of its card', line)
      return clipped === 'visible' ? [line] : []
    })
  }

  /** A card is a box with round corners and a visible border, without a scroller between it and the text. */
  function leavesCard({ box, element }: Line): boolean {
    for (let outer: HTMLElement | null = element; outer; outer = outer.parentElement) {
      const style = getComputedStyle(outer)
      if (style.overflow !== 'visible' || /absolute|fixed/.test(style.position)) return false
      const isCard =
        Number.parseFloat(style.borderTopLeftRadius) >= 8 &&
        Number.parseFloat(style.borderTopWidth) > 0
      if (!isCard) continue
      const area = outer.getBoundingClientRect()
      return box.left < area.left - 2 || box.right > area.right + 2
    }
    return false
  }

  function layerOf(element: Element): Element | null {
    for (let box: Element | null = element; box; box = box.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(box).position)) return box
    return null
  }

  function clipOf({ box, element, layer }: Line): 'visible' | 'cut' | 'scrolled' {
    let position = getComputedStyle(element).position
    let doesScrollX = false
    let doesScrollY = false
    for (let outer = element as HTMLElement | null; outer; outer = outer.parentElement) {
      if (outer === document.body || outer === document.documentElement) break
      const style = getComputedStyle(outer)
      const isContaining = position !== 'absolute' || style.position !== 'static'
      if (outer !== element && isContaining) position = style.position
      if (style.overflow === 'visible' || !isContaining) {
        if (style.position === 'fixed') break
        continue
      }
      const area = outer.getBoundingClientRect()
      if (box.right < area.left + 1 || box.left > area.right - 1) return 'scrolled'
      doesScrollX ||= /auto|scroll/.test(style.overflowX)
      doesScrollY ||= /auto|scroll/.test(style.overflowY)
      const isWide = box.left < area.left - 2 || box.right > area.right + 2
      if (!doesScrollX && isWide) return 'cut'
      const isAbove = box.bottom < area.top || box.top > area.bottom
      // A card shows as many facts as fit in its line; all of them are on the page of the title.
      if ((doesScrollY || outer.matches('.card-facts')) && isAbove) return 'scrolled'
      if (!doesScrollY && (box.top < area.top - 2 || box.bottom > area.bottom + 2)) return 'cut'
      if (style.position === 'fixed') break
    }
    const isBeside = box.left < -2 || box.right > innerWidth + 2
    if (isBeside && !doesScrollX) return 'cut'
    if (layer && getComputedStyle(layer).position === 'fixed' && !doesScrollY) {
      if (box.bottom < 0 || box.top > innerHeight) return 'scrolled'
      if (box.top < -2 || box.bottom > innerHeight + 2) return 'cut'
    }
    return 'visible'
  }

  /** The page scrolls below its fixed bars. */
  function mayTouch(one: Line, other: Line): boolean {
    if (one.element === other.element) return false
    return one.layer === other.layer || (one.layer !== null && other.layer !== null)
  }

  function touches(one: Box, other: Box): boolean {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    return width > 3 && height > 2
  }

  function isCovered({ box, element, layer }: Line): boolean {
    if (!layer || getComputedStyle(element).pointerEvents === 'none') return false
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false
    const top = document.elementFromPoint(x, y)
    return top !== null && !layer.contains(top) && !top.contains(layer)
  }
}
