/** Replaces our style sheets in browsers of televisions since 2019 by those that they understand. */

/** Of our own sheets, as scripts/astro-integration/old-browser-styles.ts names them. */
const SHEET = /\.([\w-]{8,}\.css)$/

// Chromium 88 was the first with all that the sheets cannot do without.
if (!CSS.supports('aspect-ratio', '1')) {
  replaceSheets()
  new MutationObserver(replaceSheets).observe(document.head, { childList: true })
}

/** A sheet goes when the one in its place is there, so that the page is never without styles. */
function replaceSheets(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(
    '[rel=stylesheet]:not([data-old])',
  )) {
    link.dataset.old = ''
    const other = link.cloneNode() as HTMLLinkElement
    other.href = other.href.replace(SHEET, '.old-$1')
    other.onload = () => {
      link.media = 'not all'
    }
    link.after(other)
  }
}

export {}
