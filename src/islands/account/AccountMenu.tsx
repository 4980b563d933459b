import type { Language } from '#src/contract/fields.ts'
import { localPath } from '#src/lib/i18n/languages.ts'

/** The avatar of the header; its popup is for screens of md and wider. */
export default function AccountMenu({ language }: { language: Language; path: string }) {
  return (
    <a href={localPath('/user/menu', language)} className="btn-icon overflow-hidden">
      <img src="/avatar.svg" alt="" width={36} height={36} className="rounded-full" />
    </a>
  )
}
