/**
 * A press or a sent form that comes before its island is awake waits for it and is then repeated: nobody presses twice,
 * and no form goes off as a page with what was typed in the address.
 */
export function keepEarlyActs(): void {
  addEventListener('click', keep, true)
  addEventListener('submit', keep, true)
}

function keep(event: Event): void {
  const target = event.target as Element
  const island = target.closest?.('[data-ready="false"]')
  const acted = event.type === 'submit' ? target : target.closest('button')
  if (!island || !acted) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const observer = new MutationObserver(() => {
    observer.disconnect()
    if (acted instanceof HTMLFormElement) acted.requestSubmit()
    else (acted as HTMLElement).click()
  })
  observer.observe(island, { attributeFilter: ['data-ready'] })
}
