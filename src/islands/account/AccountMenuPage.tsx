import { use } from 'react'
import type { Language } from '#src/contract/fields.ts'
import type { Profile } from '#src/contract/profiles.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { AccountPanel } from './AccountPanel.tsx'
import { POPUP_NAMESPACES } from './texts.ts'

type Props = { language: Language; profiles: readonly Profile[] | undefined }

/** The account menu as a page, for phones. */
export function AccountMenuPage({ language, profiles }: Props) {
  const t = use(loadT(language, POPUP_NAMESPACES))
  return <AccountPanel language={language} t={t} profiles={profiles} />
}
