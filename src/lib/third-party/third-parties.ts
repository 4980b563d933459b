/** The tag manager and the chat widget: which pages load them, and their URLs. */
import { barePath } from '../i18n/languages.ts'

export const TAG_MANAGER_ORIGIN = 'https://www.googletagmanager.com'

type ThirdPartySettings = {
  TAG_MANAGER_ID?: string | undefined
  CHAT_WIDGET_URL?: string | undefined
}
export type ThirdParties = {
  tagManagerId: string | undefined
  chatWidgetUrl: string | undefined
}

/** The player, and pages on which passwords, codes and PINs are typed or payments begin. */
const WITHOUT = /^\/(login|register|sso|tv|profile|user|payment|dd-agreement|play)(?=\/|$)/

/**
 * Returns the third parties of a page, or null for a page without them. A third-party script can read all typed text on
 * its page and act as the visitor, so pages with credentials and pages for children have none.
 */
export function allowedThirdParties(
  { TAG_MANAGER_ID, CHAT_WIDGET_URL }: ThirdPartySettings,
  { path, isOfChild }: { path: string; isOfChild: boolean },
): ThirdParties | null {
  const isSet = Boolean(TAG_MANAGER_ID || CHAT_WIDGET_URL)
  if (!isSet || isOfChild || WITHOUT.test(barePath(path))) return null
  return { tagManagerId: TAG_MANAGER_ID, chatWidgetUrl: CHAT_WIDGET_URL }
}
