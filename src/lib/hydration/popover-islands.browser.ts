/** Hydrates the islands in a popover when its control is hovered, focused, touched or pressed. */
export function hydratePopovers(): void {
  for (const sign of ['pointerover', 'focusin', 'touchstart', 'click'])
    addEventListener(
      sign,
      ({ target }) => {
        const control = (target as Element).closest?.('[popovertarget]')
        hydrateWithin(document.getElementById(control?.getAttribute('popovertarget') ?? ''))
      },
      { passive: true },
    )
  // The popover may have been opened before this script ran.
  for (const popover of document.querySelectorAll('[popover]'))
    if (popover.getClientRects().length > 0) hydrateWithin(popover)
}

function hydrateWithin(popover: Element | null): void {
  for (const island of popover?.querySelectorAll('astro-island') ?? [])
    island.dispatchEvent(new Event('pardeh:hydrate'))
}
