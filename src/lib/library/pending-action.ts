/** The action a visitor chose before signing in, in sessionStorage; performed after the return. */
const KEY = 'wanted'
const ACTIONS = ['bookmark', 'like', 'dislike', 'remind'] as const
export type PendingAction = (typeof ACTIONS)[number]

export function savePendingAction(contentId: string, action: PendingAction): void {
  sessionStorage.setItem(KEY, `${contentId} ${action}`)
}

/** Removes the action: the next call returns null. */
export function takePendingAction(contentId: string): PendingAction | null {
  const [id, name] = (sessionStorage.getItem(KEY) ?? '').split(' ')
  if (id !== contentId) return null
  sessionStorage.removeItem(KEY)
  return ACTIONS.find(action => action === name) ?? null
}
