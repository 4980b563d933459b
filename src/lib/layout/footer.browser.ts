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
    // The button would lie over the link that does the same.
    new IntersectionObserver(([entry]) => {
      isLinkSeen = entry?.isIntersecting ?? false
      update()
    }).observe(link)
  }
  openPanel(footer)
  footer.dataset.ready = ''
  update()
}

/** On phones the buttons of the footer and of the mini bar open the same panel. */
function openPanel(footer: HTMLElement): void {
  const panel = footer.querySelector<HTMLElement>('[data-footer-panel]')
  const buttons = document.querySelectorAll<HTMLElement>('[data-footer-open]')
  for (const button of buttons)
    button.addEventListener('click', () => {
      const isAtEnd = footer.contains(button)
      const shown = panel?.toggleAttribute('data-open', isAtEnd ? undefined : true) ?? false
      for (const one of buttons) one.setAttribute('aria-expanded', String(shown))
      if (shown) panel?.scrollIntoView({ behavior: 'smooth', block: 'start' })
    })
}

export {}
