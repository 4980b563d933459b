import { use } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { LogoutDialog } from './LogoutDialog.tsx'

const NAMESPACES = ['shell', 'common'] as const

/** The log out button at the end of the account page. */
export default function SignOut({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  return (
    <div className="account-links card p-2!">
      <LogoutDialog language={language} t={t} />
    </div>
  )
}
