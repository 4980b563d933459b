/** The sheet of everything: a page of the catalogue begins with a small one of its own, and whatever wakes on it brings this. */

/** Settles once the page has it, or cannot get it: an island without looks is better than none. */
export function loadAllStyles(): Promise<unknown> {
  const { styles } = document.body.dataset
  if (!styles) return Promise.resolve()
  const link = linkTo(styles)
  if (link.sheet || link.dataset.failed !== undefined) return Promise.resolve()
  return new Promise(done => {
    link.addEventListener('load', done)
    link.addEventListener('error', done)
  })
}

/** The page itself is asked whether it is on its way: the page's own script and a module do not know of each other. */
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
