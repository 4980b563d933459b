import { useStore } from '@nanostores/react'
import { use } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import {
  $notifications,
  dismissNotification,
  type Notification,
  visibleNotifications,
} from '#src/lib/notifications/notifications.store.ts'
import { useToastFocus } from './use-toast-focus.ts'

const ICONS = {
  default: 'i-lucide-info',
  error: 'i-lucide-triangle-alert',
  success: 'i-lucide-circle-check',
}
const COLOURS = { default: 'text-text', error: 'text-warn', success: 'text-good' }
const NAMESPACES = ['common'] as const

export function Notifications({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  const shown = visibleNotifications(useStore($notifications, { ssr: () => [] }))
  const focus = useToastFocus(shown)
  return (
    <section
      {...focus}
      data-notifications=""
      aria-label={t('common.notification.label')}
      className="toasts"
    >
      {shown.map(notification => (
        <Toast
          key={notification.id}
          notification={notification}
          close={t('common.notification.close')}
        />
      ))}
    </section>
  )
}

function Toast({ notification, close }: { notification: Notification; close: string }) {
  const { id, type, message, repeats, isFadingOut } = notification
  return (
    <div
      data-toast={id}
      role={type === 'error' ? 'alert' : 'status'}
      className={`toast ${isFadingOut ? 'toast-exiting' : ''} card bg-overlay p-3 ps-4 flex items-center gap-3`}
    >
      <i className={`${ICONS[type]} ${COLOURS[type]} text-xl`} />
      {/* A live region is announced again if its text is replaced. */}
      <p key={repeats} className="m-0 grow text-sm plain-text">
        {message}
      </p>
      <button
        type="button"
        className="btn-icon -my-2"
        onClick={() => dismissNotification(id)}
        aria-label={close}
      >
        <i className="i-lucide-x" />
      </button>
    </div>
  )
}
