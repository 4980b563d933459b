const STEP = 6

/** The mini bar, the scroll-to-top button and, on phones, the footer panel. Loaded at the first scroll. */
const footer = document.querySelector<HTMLElement>('[data-footer]')
if (footer) init(footer)

function init(footer: HTMLElement): void {
  const mini = document.querySelector<HTMLElement>('[data-mini-bar]')
  const elevator = document.querySelector<HTMLElement>('[data-elevator]')
  let last = 0
  let isNearEnd = false
  let isLinkSeen = false
  const showMini = (isShown: boolean) => {
    mini?.toggleAttribute('data-shown', isShown)
    if (mini) mini.inert = !isShown
  }
  const update = () => {
    const now = scrollY
    if (elevator) elevator.hidden = isLinkSeen || now < innerHeight / 2
    if (Math.abs(now - last) <= STEP) return
    showMini(now > last && !isNearEnd)
    last = now
  }
  addEventListener('scroll', update, { passive: true })
  new IntersectionObserver(([entry]) => {
    isNearEnd = entry?.isIntersecting ?? false
    if (isNearEnd) showMini(false)
  }).observe(footer)
  const toTop = (event: Event) => {
    event.preventDefault()
    scrollTo({ top: 0, behavior: 'smooth' })
  }
  elevator?.addEventListener('click', toTop)
  const link = footer.querySelector('[data-to-top]')
  if (link) {
    link.addEventListener('click', toTop)
    // The button would cover the link with the same function.
    new IntersectionObserver(([entry]) => {
      isLinkSeen = entry?.isIntersecting ?? false
      update()
    }).observe(link)
  }
  openPanel(footer)
  footer.dataset.ready = ''
  update()
}

/** Opens and closes the panel on phones. */
function openPanel(footer: HTMLElement): void {
  const panel = footer.querySelector<HTMLElement>('[data-footer-panel]')
  const button = footer.querySelector<HTMLElement>('[data-footer-open]')
  button?.addEventListener('click', () => {
    const isShown = panel?.toggleAttribute('data-open') ?? false
    button.setAttribute('aria-expanded', String(isShown))
    if (isShown) panel?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  })
}

export {}
