import { use } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { AccountPanel } from './AccountPanel.tsx'
import { POPUP_NAMESPACES } from './texts.ts'

/** The account menu as a page, for phones. */
export function AccountMenuPage({ language }: { language: Language }) {
  const t = use(loadT(language, POPUP_NAMESPACES))
  return <AccountPanel language={language} path="/" t={t} />
}
