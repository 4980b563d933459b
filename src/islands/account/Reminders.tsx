import { use, useId, useState } from 'react'
import { updateSelf } from '#src/contract/endpoints/session.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { createOptimisticUpdate } from '#src/lib/library/optimistic-update.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'

const NAMESPACES = ['session'] as const

type Props = { language: Language; isOn: boolean }

/** The switch for SMS reminders, with an optimistic update. */
export default function Reminders({ language, isOn }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const ready = useHydrationMarker()
  const noteId = useId()
  const [isShown, setShown] = useState(isOn)
  const [update] = useState(() =>
    createOptimisticUpdate<boolean>(isOn, {
      send: async wants_reminders => {
        const user = await api(updateSelf, { body: { wants_reminders } })
        const told = user.wants_reminders ? 'session.reminders.on' : 'session.reminders.off'
        notify(t(told), { type: 'success' })
        return user.wants_reminders
      },
      show: setShown,
      fail: error => void handleFailure(error, language),
    }),
  )
  return (
    <div {...ready} className="grid gap-1">
      <button
        type="button"
        role="switch"
        data-key="reminders"
        aria-checked={isShown}
        aria-describedby={noteId}
        className="switch-row"
        onClick={() => update.request(!isShown)}
      >
        {t('session.reminders.label')}
        <span className="switch" />
      </button>
      <p id={noteId} className="m-0 text-sm text-muted">
        {t('session.reminders.note')}
      </p>
    </div>
  )
}
