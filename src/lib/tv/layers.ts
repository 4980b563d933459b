/** The dialogs and popovers that are open, in browsers with and without them. */

/** The lower ones first. Each is asked alone: a browser rejects a whole list for one selector that it does not know. */
const OPEN = ['[popover][data-open]', ':popover-open', 'dialog[open]', ':modal']

/** The topmost, or null: a modal dialog lies above popovers, which cannot be used while it is open. */
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
