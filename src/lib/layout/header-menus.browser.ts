/**
 * CSS opens the panels of the header's menus. This script announces their state to assistive technology and closes them
 * on Escape. Loaded at the first hover or focus.
 */
const menus = [...document.querySelectorAll<HTMLElement>('.header-menu')]

for (const menu of menus) {
  for (const type of ['pointerenter', 'focusin']) menu.addEventListener(type, () => update(menu))
  for (const type of ['pointerleave', 'focusout'])
    menu.addEventListener(type, () => {
      delete menu.dataset.dismissed
      // The focus has not moved yet at this point.
      setTimeout(() => update(menu))
    })
  // A clicked link keeps the focus, which would keep the panel open.
  menu.addEventListener('click', ({ detail }) => detail > 0 && openerOf(menu)?.blur())
  update(menu)
}
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of menus) {
    if (menu.contains(document.activeElement)) openerOf(menu)?.focus()
    menu.dataset.dismissed = ''
    update(menu)
  }
})

function openerOf(menu: HTMLElement): HTMLAnchorElement | null {
  return menu.querySelector('a')
}

function update(menu: HTMLElement): void {
  const isOpen = menu.dataset.dismissed === undefined && menu.matches(':hover, :focus-within')
  openerOf(menu)?.setAttribute('aria-expanded', String(isOpen))
}

export {}
