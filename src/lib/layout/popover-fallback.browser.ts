/**
 * Popovers for browsers without native support, such as TVs of 2019. They react to their control, to Escape and to a
 * press elsewhere.
 */
const openers = new WeakMap<HTMLElement, HTMLElement>()
const all = () => [...document.querySelectorAll<HTMLElement>('[popover]')]

addEventListener('click', event => {
  const control = (event.target as Element).closest<HTMLElement>('[popovertarget]')
  const popover = control && document.getElementById(control.getAttribute('popovertarget') ?? '')
  if (!control || !popover) return
  event.preventDefault()
  if (isPopoverOpen(popover)) return hide(popover)
  if (control.getAttribute('popovertargetaction') === 'hide') return
  openers.set(popover, control)
  popover.dataset.open = ''
  popover.querySelector<HTMLElement>('[autofocus]')?.focus()
  tell(popover, 'open')
})
addEventListener('pointerdown', ({ target }) => {
  const control = (target as Element).closest('[popovertarget]')
  for (const popover of all())
    if (isPopoverOpen(popover) && !control && !popover.contains(target as Node)) hide(popover)
})
addEventListener('keydown', ({ key }) => {
  const open = all().filter(isPopoverOpen).pop()
  if (key === 'Escape' && open) hide(open)
})
for (const popover of all()) popover.addEventListener('pardeh:hide', () => hide(popover))

function isPopoverOpen(popover: HTMLElement): boolean {
  return popover.dataset.open !== undefined
}

function hide(popover: HTMLElement): void {
  const hadFocus = popover.contains(document.activeElement)
  delete popover.dataset.open
  if (hadFocus) openers.get(popover)?.focus()
  tell(popover, 'closed')
}

function tell(popover: HTMLElement, newState: 'open' | 'closed'): void {
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
}

export {}
