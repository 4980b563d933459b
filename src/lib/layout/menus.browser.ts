/** Menus made of `details`: Escape or a press elsewhere closes them. */
function close(menu: Element): void {
  menu.removeAttribute('open')
}

addEventListener('pointerdown', ({ target }) => {
  for (const menu of document.querySelectorAll('[data-menu][open]'))
    if (!menu.contains(target as Node)) close(menu)
})
addEventListener('keydown', ({ key, target }) => {
  const menu = (target as Element).closest?.('details[data-menu][open]')
  if (key !== 'Escape' || !menu) return
  close(menu)
  menu.querySelector('summary')?.focus()
})
addEventListener('focusout', ({ target, relatedTarget }) => {
  const menu = (target as Element).closest('details[data-menu][open]')
  if (menu && relatedTarget && !menu.contains(relatedTarget as Node)) close(menu)
})

export {}
