import { use } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { LogoutDialog } from './LogoutDialog.tsx'
import { POPUP_NAMESPACES } from './texts.ts'

/** The log-out button, the last entry of the popup of components/layout/AccountMenu.astro. */
export function AccountLogout({ language }: { language: Language }) {
  const t = use(loadT(language, POPUP_NAMESPACES))
  return <LogoutDialog language={language} t={t} />
}
