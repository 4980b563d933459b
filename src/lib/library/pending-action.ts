/** The action that a visitor chose before signing in, stored in sessionStorage and performed after the return. */
import { tabStorage } from '../storage/web-storage.ts'

const KEY = 'wanted'
const ACTIONS = ['bookmark', 'like', 'dislike', 'remind'] as const
export type PendingAction = (typeof ACTIONS)[number]

export function savePendingAction(contentId: string, action: PendingAction): void {
  tabStorage.set(KEY, `${contentId} ${action}`)
}

/** Returns the stored action and removes it. */
export function takePendingAction(contentId: string): PendingAction | null {
  const [id, name] = (tabStorage.get(KEY) ?? '').split(' ')
  if (id !== contentId) return null
  tabStorage.remove(KEY)
  return ACTIONS.find(action => action === name) ?? null
}
