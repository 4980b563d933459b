import { atom } from 'nanostores'
import { FADE_MS, NOTIFICATION_MS, NOTIFICATIONS_VISIBLE } from '#src/contract/limits.ts'
import { tabStorage } from '../storage/web-storage.ts'
import { FLASH_KEY } from './flash-key.ts'
import { notificationDuration, type Stay } from './stay.ts'

/** See spec §3. `persistant` is the spelling of the spec. */
export type Notification = {
  id: string
  type: 'default' | 'error' | 'success'
  message: string
  duration: number
  persistant: boolean
  /** Number of times it was repeated while on screen. */
  repeats: number
  isFadingOut?: boolean
}
type Options = { type?: Notification['type']; stay?: Stay }

/** A message with this text is not shown (spec §4). */
export const HIDE_MARKER = '__hide__'

export const $notifications = atom<readonly Notification[]>([])
let count = 0

/** Shows a notification. If the same message is already on screen, it stays for the longer of the two times. */
export function notify(message: string, { type = 'default', stay = 'default' }: Options = {}) {
  const duration = notificationDuration(stay)
  const same = $notifications
    .get()
    .find(one => one.message === message && one.type === type && !one.isFadingOut)
  const id = same?.id ?? `n${++count}`
  const persistant = duration === null || (same?.persistant ?? false)
  const notification = {
    id,
    type,
    message,
    persistant,
    duration: duration ?? NOTIFICATION_MS,
    repeats: same ? same.repeats + 1 : 0,
  }
  $notifications.set([...$notifications.get().filter(one => one !== same), notification])
  hydrateIsland()
  if (persistant) endTimer(id)
  else stayFor(id, duration ?? NOTIFICATION_MS)
  return id
}

type Timer = { timeout: ReturnType<typeof setTimeout>; endsAt: number }
const timers = new Map<string, Timer>()

/** Extends the display to at least this duration in ms; an earlier call may have asked for longer. */
function stayFor(id: string, duration: number): void {
  const now = performance.now()
  const endsAt = Math.max(now + duration, timers.get(id)?.endsAt ?? 0)
  endTimer(id)
  timers.set(id, { endsAt, timeout: setTimeout(() => dismissNotification(id), endsAt - now) })
}

function endTimer(id: string): void {
  clearTimeout(timers.get(id)?.timeout)
  timers.delete(id)
}

/** Stores a flash message: the next page shows it. */
export function notifyOnNextPage(message: string, options: Options = {}): void {
  tabStorage.set(FLASH_KEY, JSON.stringify([message, options]))
}

/** Shows the flash message from the previous page, if there is one. */
export function showFlash(): void {
  const flash = tabStorage.get(FLASH_KEY)
  if (!flash) return
  tabStorage.remove(FLASH_KEY)
  notify(...(JSON.parse(flash) as [string, Options]))
}

/** Fades the notification out, then removes it. */
export function dismissNotification(id: string): void {
  const all = $notifications.get()
  if (!all.some(notification => notification.id === id && !notification.isFadingOut)) return
  $notifications.set(all.map(one => (one.id === id ? { ...one, isFadingOut: true } : one)))
  endTimer(id)
  setTimeout(() => {
    $notifications.set($notifications.get().filter(notification => notification.id !== id))
  }, FADE_MS)
}

/** Returns the newest three notifications. */
export function visibleNotifications(all: readonly Notification[]): readonly Notification[] {
  return all.filter(({ message }) => message !== HIDE_MARKER).slice(-NOTIFICATIONS_VISIBLE)
}

/** Loads the island that shows notifications. `handle-failure.ts` calls it early, while the connection still works. */
export function hydrateIsland(): void {
  globalThis.document
    ?.querySelector('[data-notifications]')
    ?.closest('astro-island')
    ?.dispatchEvent(new Event('pardeh:hydrate'))
}
