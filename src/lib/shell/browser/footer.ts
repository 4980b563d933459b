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
  const open = footer.querySelector<HTMLElement>('[data-footer-open]')
  const panel = footer.querySelector<HTMLElement>('[data-footer-panel]')
  open?.addEventListener('click', () => {
    const shown = panel?.toggleAttribute('data-open') ?? false
    open.setAttribute('aria-expanded', String(shown))
    if (shown) panel?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  })
}
