/** Adapts the primary actions of a cached page to this viewer. Loaded for signed-in viewers only. */

import { type ActionTitle, primaryAction } from '../catalogue/primary-action.ts'
import { type ActionView, actionView } from '../catalogue/primary-action-view.ts'
import { pathLanguage } from '../i18n/languages.ts'
import { loadT } from '../i18n/load.ts'
import { isChildProfile } from '../session/profile.ts'
import { readStateCookie } from '../session/state.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { fromWire } from '../text/tehran.ts'
import type { MarksById } from './marks.ts'

/** Shows the actions. `items` holds the viewer's marks by id. */
export async function showPrimaryActions(
  elements: readonly HTMLElement[],
  items: MarksById,
): Promise<void> {
  const t = await loadT(pathLanguage(location.pathname), ['catalogue'])
  const { user, profile } = readStateCookie(readCookies())
  const endedAt = user?.subscription_ended_at ? fromWire(user.subscription_ended_at) : null
  for (const element of elements) {
    const title = JSON.parse(element.dataset.primary ?? '') as ActionTitle
    const marks = items[title.id]
    if (!marks) continue
    const viewer = { kind: 'member' as const, isChild: isChildProfile(profile), endedAt, ...marks }
    render(element, actionView(primaryAction(title, viewer), title, t, { now: new Date() }))
  }
}

function render(element: HTMLElement, view: ActionView): void {
  // The visible link may have the focus, so it is kept.
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
  // Note and bar are inside the button, whose height they do not change: what follows does not move.
  const label = text('span', view.text)
  if (view.note) label.append(text('small', view.note))
  link.replaceChildren(icon(view.icon), label)
  if (view.percent) link.append(bar(view.percent))
  for (const other of [...element.children]) if (other !== link) other.remove()
  if (!link.isConnected) element.prepend(link)
}

function isInSight(link: HTMLElement): boolean {
  return link.getClientRects().length > 0
}

function icon(name: string): HTMLElement {
  return text('i', '', `${name} text-xl`)
}

/** The note states the progress in words. */
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
