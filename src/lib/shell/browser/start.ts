/**
 * Stands at the end of every page, packed at build by scripts/integrations/inline-scripts.ts. Brings the shell's script once the
 * page's largest picture is there: on a slow line they would share the way, and the picture is what people wait for. Pages without
 * such a picture start at once.
 */
import { comeLater } from './later.ts'
import { allStyles } from './styles.ts'

const PATIENCE_MS = 1_500

addEventListener('pardeh:wake', allStyles, { once: true })

comeLater()

const settled = new AbortController()
const start = () => {
  if (settled.signal.aborted) return
  settled.abort()
  clearTimeout(late)
  // The frame that shows the picture comes first.
  const bring = () => {
    for (const path of document.body.dataset.boot?.split(' ') ?? []) void import(path)
  }
  if (document.hidden) bring()
  else requestAnimationFrame(() => setTimeout(bring))
}
const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
const late = setTimeout(start, PATIENCE_MS)
if (!picture || picture.complete) start()
for (const event of ['load', 'error'])
  picture?.addEventListener(event, start, { signal: settled.signal })
for (const event of ['pointerdown', 'keydown'])
  addEventListener(event, start, { signal: settled.signal, passive: true })
