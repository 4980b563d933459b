/** Shows the primary actions of a cached page as they are for this viewer. Loaded for signed-in viewers only. */
import { type ActionTitle, primaryAction } from '../catalogue/primary-action.ts'
import { type ActionView, actionView } from '../catalogue/primary-action-view.ts'
import { languageOf } from '../i18n/languages.ts'
import { loadT } from '../i18n/load.ts'
import { isChild } from '../session/profile.ts'
import { readState } from '../session/state.ts'
import { fromWire } from '../text/tehran.ts'
import type { MarksById } from './marks.ts'

/** `items`: the viewer's marks by id. */
export async function showPrimaryActions(
  elements: readonly HTMLElement[],
  items: MarksById,
): Promise<void> {
  const t = await loadT(languageOf(location.pathname), ['catalogue'])
  const { user, profile } = readState(document.cookie)
  const endedAt = user?.subscription_ended_at ? fromWire(user.subscription_ended_at) : null
  for (const element of elements) {
    const title = JSON.parse(element.dataset.primary ?? '') as ActionTitle
    const marks = items[title.id]
    if (!marks) continue
    const viewer = { kind: 'member' as const, isChild: isChild(profile), endedAt, ...marks }
    render(element, actionView(primaryAction(title, viewer), title, t, { now: new Date() }))
  }
}

function render(element: HTMLElement, view: ActionView): void {
  // The one in sight may have the focus: it stays.
  const links = [...element.querySelectorAll('a')]
  const link = links.find(isInSight) ?? links[0] ?? document.createElement('a')
  const id = element.dataset.content ?? ''
  const isPlayed = view.href?.includes('/play/') && !view.isForAdults
  element.dataset.kind = view.kind
  link.removeAttribute('data-viewers')
  link.toggleAttribute('data-adults', view.isForAdults)
  if (isPlayed) link.dataset.play = id
  else delete link.dataset.play
  if (view.href) link.href = view.href
  else link.removeAttribute('href')
  link.replaceChildren(icon(view.icon), text('span', view.text))
  const parts: HTMLElement[] = [link]
  if (view.percent) parts.push(bar(view.percent))
  if (view.note) parts.push(text('p', view.note, 'primary-note'))
  for (const other of [...element.children]) if (other !== link) other.remove()
  element.append(...parts.slice(1))
  if (!link.isConnected) element.prepend(link)
}

function isInSight(link: HTMLElement): boolean {
  return link.getClientRects().length > 0
}

function icon(name: string): HTMLElement {
  return text('i', '', `${name} text-xl`)
}

/** The note says the same in words. */
function bar(percent: number): HTMLElement {
  const outer = text('div', '', 'watched-bar primary-bar')
  const inner = text('div', '')
  inner.style.width = `${percent}%`
  outer.setAttribute('aria-hidden', 'true')
  outer.append(inner)
  return outer
}

function text(tag: string, content: string, className = ''): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = content
  if (className) element.className = className
  return element
}
