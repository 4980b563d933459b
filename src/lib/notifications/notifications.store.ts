import { atom } from 'nanostores'
import { FADE_MS, NOTIFICATION_MS, NOTIFICATIONS_VISIBLE } from '#src/contract/limits.ts'
import { FLASH_KEY } from './flash-key.ts'

/** Spec §3. `persistant` is the spec's spelling. */
export type Notification = {
  id: string
  type: 'default' | 'error' | 'success'
  message: string
  duration: number
  persistant: boolean
  /** Fading out. */
  isLeaving?: boolean
}
/** A message equal to this renders nothing (spec §4). */
export const HIDE_MARKER = '__hide__'

export const $notifications = atom<readonly Notification[]>([])
let count = 0

export function notify(
  message: string,
  options: Partial<Omit<Notification, 'id' | 'message'>> = {},
): string {
  const id = `n${++count}`
  const made = {
    id,
    type: 'default',
    message,
    duration: NOTIFICATION_MS,
    persistant: false,
    ...options,
  } as Notification
  $notifications.set([...$notifications.get(), made])
  hydrateIsland()
  if (!made.persistant) setTimeout(() => dismiss(id), made.duration)
  return id
}

type Parked = Partial<Omit<Notification, 'id' | 'message'>>

/** For a page that is about to be left. */
export function notifyOnNextPage(message: string, options: Parked = {}): void {
  sessionStorage.setItem(FLASH_KEY, JSON.stringify([message, options]))
}

/** What the page before had to say. */
export function showFlash(): void {
  const parked = sessionStorage.getItem(FLASH_KEY)
  if (!parked) return
  sessionStorage.removeItem(FLASH_KEY)
  notify(...(JSON.parse(parked) as [string, Parked]))
}

/** It fades, then goes. */
export function dismiss(id: string): void {
  const all = $notifications.get()
  if (!all.some(notification => notification.id === id && !notification.isLeaving)) return
  $notifications.set(all.map(one => (one.id === id ? { ...one, isLeaving: true } : one)))
  setTimeout(() => {
    $notifications.set($notifications.get().filter(notification => notification.id !== id))
  }, FADE_MS)
}

/** At most three at once: the newest. */
export function visibleNotifications(all: readonly Notification[]): readonly Notification[] {
  return all.filter(({ message }) => message !== HIDE_MARKER).slice(-NOTIFICATIONS_VISIBLE)
}

/** The island that shows them loads when there is one to show, or before, where the line may be lost by then. */
export function hydrateIsland(): void {
  globalThis.document
    ?.querySelector('astro-island:has([data-notifications])')
    ?.dispatchEvent(new Event('pardeh:hydrate'))
}
