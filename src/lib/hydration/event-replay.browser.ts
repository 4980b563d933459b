/**
 * Buffers input, clicks and submissions that happen before an island hydrates and replays them afterwards, so that a
 * visitor does not have to repeat them and no form is submitted natively. Inlined at the end of pages with forms.
 */
const waiting = new WeakMap<Element, Map<Element, () => void>>()

addEventListener('input', bufferInput, true)
addEventListener('click', bufferAction, true)
addEventListener('submit', bufferAction, true)
// Covers fields that were filled while the page was still being parsed, before this script ran.
for (const input of document.querySelectorAll<HTMLInputElement>('[data-hydrated="false"] input'))
  if (input.value !== input.defaultValue || input.checked !== input.defaultChecked)
    bufferInput({ target: input })
for (const form of document.querySelectorAll<HTMLFormElement>(
  'form[data-hydrated="false"][data-sent]',
))
  queueReplay(form, form, () => form.requestSubmit())

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function bufferInput({ target }: { target: EventTarget | null }): void {
  const island = asleep(target)
  if (!island || !isTyped(target)) return
  const { value } = target
  const isOn = target instanceof HTMLInputElement && target.checked
  queueReplay(island, target, () => repeatTyped(target, value, isOn))
}

function isTyped(target: EventTarget | null): target is Typed {
  return target instanceof Element && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

function repeatTyped(field: Typed, value: string, isOn: boolean): void {
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    field.checked = !isOn
    field.click()
    return
  }
  // Uses the native setter: React's own would record the value and ignore the event.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  const kind = field instanceof HTMLSelectElement ? 'change' : 'input'
  field.dispatchEvent(new Event(kind, { bubbles: true }))
}

function bufferAction(event: Event): void {
  const island = asleep(event.target)
  const target = event.target as Element
  const acted = event.type === 'submit' ? target : target.closest('button')
  if (!island || !acted) return
  event.preventDefault()
  event.stopImmediatePropagation()
  queueReplay(island, acted, () => {
    if (acted instanceof HTMLFormElement) acted.requestSubmit()
    else (acted as HTMLElement).click()
  })
}

function asleep(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-hydrated="false"]') : null
}

/** Replays actions in order; only the last action on an element is kept. */
function queueReplay(island: Element, element: Element, act: () => void): void {
  const known = waiting.get(island)
  const acts = known ?? new Map<Element, () => void>()
  acts.delete(element)
  acts.set(element, act)
  if (known) return
  waiting.set(island, acts)
  const observer = new MutationObserver(async () => {
    observer.disconnect()
    for (const each of acts.values()) {
      each()
      // React must render the input before the form is submitted.
      await new Promise(done => requestAnimationFrame(done))
    }
  })
  observer.observe(island, { attributeFilter: ['data-hydrated'] })
}
