import { atom } from 'nanostores'
import { FADE_MS, NOTIFICATION_MS, NOTIFICATIONS_VISIBLE } from '#src/contract/limits.ts'
import { FLASH_KEY } from './flash-key.ts'
import { durationOf, type Stay } from './stay.ts'

/** Spec §3. `persistant` is the spec's spelling. */
export type Notification = {
  id: string
  type: 'default' | 'error' | 'success'
  message: string
  duration: number
  persistant: boolean
  isFadingOut?: boolean
}
type Options = { type?: Notification['type']; stay?: Stay }

/** A message equal to this renders nothing (spec §4). */
export const HIDE_MARKER = '__hide__'

export const $notifications = atom<readonly Notification[]>([])
let count = 0

export function notify(message: string, { type = 'default', stay = 'default' }: Options = {}) {
  const id = `n${++count}`
  const duration = durationOf(stay)
  $notifications.set([
    ...$notifications.get(),
    { id, type, message, duration: duration ?? NOTIFICATION_MS, persistant: duration === null },
  ])
  hydrateIsland()
  if (duration !== null) setTimeout(() => dismiss(id), duration)
  return id
}

/** Stores a flash message: the next page shows it. */
export function notifyOnNextPage(message: string, options: Options = {}): void {
  sessionStorage.setItem(FLASH_KEY, JSON.stringify([message, options]))
}

/** Shows the flash message of the page before, if there is one. */
export function showFlash(): void {
  const flash = sessionStorage.getItem(FLASH_KEY)
  if (!flash) return
  sessionStorage.removeItem(FLASH_KEY)
  notify(...(JSON.parse(flash) as [string, Options]))
}

/** Fades the notification out, then removes it. */
export function dismiss(id: string): void {
  const all = $notifications.get()
  if (!all.some(notification => notification.id === id && !notification.isFadingOut)) return
  $notifications.set(all.map(one => (one.id === id ? { ...one, isFadingOut: true } : one)))
  setTimeout(() => {
    $notifications.set($notifications.get().filter(notification => notification.id !== id))
  }, FADE_MS)
}

/** The newest three. */
export function visibleNotifications(all: readonly Notification[]): readonly Notification[] {
  return all.filter(({ message }) => message !== HIDE_MARKER).slice(-NOTIFICATIONS_VISIBLE)
}

/** Loads the island that shows notifications. `handle-failure.ts` calls it early, while there is still a connection. */
export function hydrateIsland(): void {
  globalThis.document
    ?.querySelector('astro-island:has([data-notifications])')
    ?.dispatchEvent(new Event('pardeh:hydrate'))
}
