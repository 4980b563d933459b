/** What a visitor pressed before signing in, done when they are back; kept in this tab alone. */
const KEY = 'wanted'
const ACTIONS = ['bookmark', 'like', 'dislike'] as const
export type PendingAction = (typeof ACTIONS)[number]

export function savePendingAction(contentId: string, action: PendingAction): void {
  sessionStorage.setItem(KEY, `${contentId} ${action}`)
}

/** Once: the next call answers null. */
export function takePendingAction(contentId: string): PendingAction | null {
  const [id, name] = (sessionStorage.getItem(KEY) ?? '').split(' ')
  if (id !== contentId) return null
  sessionStorage.removeItem(KEY)
  return ACTIONS.find(action => action === name) ?? null
}
