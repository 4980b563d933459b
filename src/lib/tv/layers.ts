/** The open dialogs and popovers, in browsers with and without native support. */

/**
 * Selectors from bottom to top. Each is queried separately, because a browser rejects a whole list that contains an
 * unknown selector.
 */
const OPEN = ['[popover][data-open]', ':popover-open', 'dialog[open]', ':modal']

/** Returns the topmost layer, or null. A modal dialog is above popovers, which cannot be used while it is open. */
export function openLayer(): HTMLElement | null {
  const open = OPEN.flatMap(selector => {
    try {
      return [...document.querySelectorAll<HTMLElement>(selector)]
    } catch {
      return []
    }
  })
  return open[open.length - 1] ?? null
}

export function closeLayer(layer: HTMLElement): void {
  if (layer instanceof HTMLDialogElement) {
    const mayClose = layer.dispatchEvent(new Event('cancel', { cancelable: true }))
    if (mayClose) layer.close()
  } else if ('hidePopover' in layer) layer.hidePopover()
  else (layer as HTMLElement).dispatchEvent(new Event('pardeh:hide'))
}
