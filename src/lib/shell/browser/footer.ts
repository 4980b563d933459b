/** Mini bar, elevator and, on phones, the footer panel. */
export function followFooter(): void {
  const footer = document.querySelector<HTMLElement>('[data-footer]')
  if (!footer) return
  const mini = document.querySelector<HTMLElement>('[data-mini-bar]')
  const elevator = document.querySelector<HTMLElement>('[data-elevator]')
  let last = scrollY
  const follow = () => {
    const down = scrollY > last
    const nearEnd = footer.getBoundingClientRect().top < innerHeight
    if (Math.abs(scrollY - last) > 6) {
      const shown = down && !nearEnd
      mini?.toggleAttribute('data-shown', shown)
      if (mini) mini.inert = !shown
      last = scrollY
    }
    if (nearEnd) mini?.removeAttribute('data-shown')
    if (elevator) elevator.hidden = scrollY < innerHeight / 2
  }
  addEventListener('scroll', follow, { passive: true })
  follow()
  const toTop = (event: Event) => {
    event.preventDefault()
    scrollTo({ top: 0, behavior: 'smooth' })
  }
  elevator?.addEventListener('click', toTop)
  footer.querySelector('[data-to-top]')?.addEventListener('click', toTop)
  openPanel(footer)
}

/** On phones: the button at the page's end and the one of the mini bar open the same panel. */
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
