/**
 * Brings the shell's script once the page's largest picture is there: on a slow line they would share the way, and the picture
 * is what people wait for. Pages without such a picture start at once.
 */
const PATIENCE_MS = 1_500

const start = () => void import('./boot.ts')
const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
if (!picture || picture.complete) start()
else {
  const settled = new AbortController()
  const once = () => {
    settled.abort()
    clearTimeout(late)
    requestAnimationFrame(() => setTimeout(start))
  }
  const late = setTimeout(once, PATIENCE_MS)
  for (const event of ['load', 'error'])
    picture.addEventListener(event, once, { signal: settled.signal })
  for (const event of ['pointerdown', 'keydown'])
    addEventListener(event, once, { signal: settled.signal, passive: true })
}
