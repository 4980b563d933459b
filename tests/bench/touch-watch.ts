/** Watches a control from the frame of a touch on. It runs in the page; frames are what a viewer sees. */
import type { Page } from 'playwright'

/** Milliseconds from the event that began the touch. */
export type Touched = { feedback: number; usable: number }
type Watched = { control: string; usable: string; isHover?: boolean }

const PATIENCE_MS = 15_000

export async function watchTouch(
  page: Page,
  { control, usable, isHover = false }: Watched,
  act: () => Promise<void>,
): Promise<Touched> {
  const watched = { control, usable, type: isHover ? 'pointerover' : 'pointerdown' }
  await page.evaluate(watch, { ...watched, patience: PATIENCE_MS })
  await act()
  return page.evaluate(() => (globalThis as unknown as { touched: Promise<Touched> }).touched)
}

function watch({ control, usable, type, patience }: Record<string, string | number>): void {
  const visible = (selector: unknown) =>
    [...document.querySelectorAll<HTMLElement>(selector as string)].find(element => {
      const { visibility } = getComputedStyle(element)
      return element.getClientRects().length > 0 && visibility === 'visible'
    })
  const element = visible(control) as HTMLElement
  const look = () => {
    const { backgroundColor, color, opacity, transform } = getComputedStyle(element)
    const states = ['aria-pressed', 'aria-expanded', 'aria-busy', 'data-pressed']
    return [
      backgroundColor,
      color,
      opacity,
      transform,
      ...states.map(it => element.getAttribute(it)),
    ]
  }
  const before = look().join()
  let from = 0
  addEventListener(
    type as string,
    event => {
      from = event.timeStamp
    },
    { capture: true, once: true },
  )
  Object.assign(globalThis, {
    touched: new Promise((done, failed) => {
      setTimeout(() => failed(new Error(`no ${usable}`)), patience as number)
      let feedback = 0
      const frame = () => {
        const isUsable = visible(usable) !== undefined
        const isSeen = isUsable || look().join() !== before
        // This runs after the frame is painted.
        setTimeout(() => {
          const since = performance.now() - from
          if (from > 0 && isSeen) feedback ||= since
          if (from > 0 && isUsable) done({ feedback, usable: since })
          else requestAnimationFrame(frame)
        })
      }
      requestAnimationFrame(frame)
    }),
  })
}
