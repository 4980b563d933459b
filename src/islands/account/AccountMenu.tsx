import { useStore } from '@nanostores/react'
import { type MouseEvent, use } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { BREAKPOINTS } from '#src/contract/limits.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { $session } from '#src/lib/session/session.store.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Menu } from '../ui/Menu.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { NAMESPACES } from './texts.ts'

/** The avatar in the header: below md it links to /user/menu, above it opens the popup (spec §2). */
export default function AccountMenu({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  const { user, profile } = useStore($session, { ssr: () => ANONYMOUS })
  const picture = profile?.avatar || user?.avatar
  return (
    <Menu
      label={t('shell.account.menu')}
      className="w-84 max-w-[92vw] p-0!"
      trigger={({ ref, ...props }) => (
        <a
          ref={ref}
          href={localPath('/user/menu', language)}
          className="btn-icon overflow-hidden"
          aria-label={t('shell.account.menu')}
          data-key="account"
          {...props}
          onClick={event => openOnWide(event, props.onClick)}
        >
          {picture ? (
            <Avatar path={picture} size={36} className="w-9 h-9 rounded-full" />
          ) : (
            <img
              src="/avatar.svg"
              alt=""
              width={36}
              height={36}
              loading="lazy"
              className="rounded-full"
            />
          )}
        </a>
      )}
    >
      {() => <AccountPanel language={language} path={location.pathname + location.search} t={t} />}
    </Menu>
  )
}

function openOnWide(event: MouseEvent, open: unknown): void {
  if (innerWidth < BREAKPOINTS.md) return
  event.preventDefault()
  if (typeof open === 'function') open(event)
}
