/** Keeps a search form without words from being submitted. */
export function initSearchForms(): void {
  addEventListener(
    'submit',
    event => {
      const { target } = event
      const input = (target as Element).querySelector<HTMLInputElement>('[type=search]')
      // Clearing the words of a search shows all titles again.
      if (!input || input.value.trim() || input.defaultValue) return
      event.preventDefault()
      input.focus()
    },
    true,
  )
}
