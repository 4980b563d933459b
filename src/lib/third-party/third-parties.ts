/** The tag manager and the chat widget: which pages load them, and from where. */
import { barePath } from '../i18n/languages.ts'

export const TAG_MANAGER_ORIGIN = 'https://www.googletagmanager.com'

export type ThirdPartySettings = {
  TAG_MANAGER_ID?: string | undefined
  CHAT_WIDGET_URL?: string | undefined
}
export type ThirdParties = {
  tagManagerId: string | undefined
  chatWidgetUrl: string | undefined
}

/** Pages where passwords, codes and PINs are typed or payments begin, and the player. */
const WITHOUT = /^\/(login|register|sso|tv|profile|user|payment|dd-agreement|play)(?=\/|$)/

/**
 * What a page loads; null for a page without third parties. A script of theirs reads all that is typed on its page, and acts as the
 * visitor: hence no such script where credentials are typed, and none for children.
 */
export function thirdPartiesOf(
  { TAG_MANAGER_ID, CHAT_WIDGET_URL }: ThirdPartySettings,
  { path, isOfChild }: { path: string; isOfChild: boolean },
): ThirdParties | null {
  const isSet = Boolean(TAG_MANAGER_ID || CHAT_WIDGET_URL)
  if (!isSet || isOfChild || WITHOUT.test(barePath(path))) return null
  return { tagManagerId: TAG_MANAGER_ID, chatWidgetUrl: CHAT_WIDGET_URL }
}
