/**
 * Loads the full style sheet. A catalogue page starts with a small one, and the first island to hydrate loads this one.
 */

/** Resolves when the sheet is loaded or has failed: an unstyled island is better than none. */
export async function loadAllStyles(): Promise<void> {
  const { styles } = document.body.dataset
  if (!styles) return
  const link = linkTo(styles)
  if (link.sheet || 'failed' in link.dataset) return
  await new Promise(done => {
    link.addEventListener('load', done)
    link.addEventListener('error', done)
  })
}

/** The document holds the shared state, because the inline script and the module have separate copies of this code. */
function linkTo(path: string): HTMLLinkElement {
  const earlier = document.querySelector<HTMLLinkElement>(`link[href="${path}"]`)
  if (earlier) return earlier
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  link.onerror = () => {
    link.dataset.failed = ''
  }
  document.head.append(link)
  return link
}
