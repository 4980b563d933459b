/** CSS opens the panels of the header's menus; this tells assistive technology, and closes them by Escape. Loaded at the first hover or focus. */
const menus = [...document.querySelectorAll<HTMLElement>('.header-menu')]

for (const menu of menus) {
  for (const type of ['pointerenter', 'focusin']) menu.addEventListener(type, () => update(menu))
  for (const type of ['pointerleave', 'focusout'])
    menu.addEventListener(type, () => {
      delete menu.dataset.dismissed
      // The focus has not moved yet.
      setTimeout(() => update(menu))
    })
  // A link that was clicked has the focus, which would hold the panel open.
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

// Makes the file a module: it only runs.
export {}
