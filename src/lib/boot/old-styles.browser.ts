/** Replaces our style sheets in browsers of televisions since 2019 by those that they understand. */

/** Of our own sheets, as scripts/astro-integration/old-browser-styles.ts names them. */
const SHEET = /^(\/_astro\/.+)\.(?!old-)([\w-]{8,}\.css)$/

// Chromium 87 was the first with all that the sheets use but `:has()`.
if (!CSS.supports('inset', '0') || !CSS.supports('aspect-ratio', '1')) {
  replaceSheets()
  new MutationObserver(replaceSheets).observe(document.head, { childList: true })
}

/** A sheet goes when the one in its place is there, so that the page is never without styles. */
function replaceSheets(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(
    'link[rel=stylesheet]:not([data-old])',
  )) {
    const [, path, file] = SHEET.exec(link.getAttribute('href') || '') || []
    if (!path || !file) continue
    link.dataset.old = ''
    const other = document.createElement('link')
    other.rel = 'stylesheet'
    other.dataset.old = ''
    other.href = `${path}.old-${file}`
    other.onload = () => {
      link.media = 'not all'
    }
    link.after(other)
  }
}

export {}
