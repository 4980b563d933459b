import { use, useEffect, useState } from 'react'
import { endSessions, listSessions } from '#src/contract/endpoints/session.ts'
import type { Language } from '#src/contract/fields.ts'
import { MAX_DEVICES } from '#src/contract/limits.ts'
import type { DeviceSession } from '#src/contract/session.ts'
import { api } from '#src/lib/api/browser.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { deviceNames } from '#src/lib/session/device-names.ts'
import { Button } from '../ui/Button.tsx'
import { DeviceLine } from '../ui/DeviceLine.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ReauthDialog } from '../ui/ReauthDialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useReauth } from '../ui/use-reauth.ts'

const NAMESPACES = ['session', 'failures', 'validation', 'common'] as const

/** Signed-in devices; ending one may require re-authentication. */
export default function Devices({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  const [devices, setDevices] = useState<readonly DeviceSession[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [endingId, setEnding] = useState<string | null>(null)
  const reauth = useReauth()

  function load() {
    setFailed(false)
    api(listSessions).then(
      ({ items }) => setDevices(items),
      async error => {
        const failure = toFailure(error)
        if (failure.kind === 'api_error' && failure.status === 401)
          await handleFailure(error, language)
        setFailed(true)
      },
    )
  }
  useEffect(load, [])

  async function end({ id }: DeviceSession) {
    setEnding(id)
    try {
      await reauth.reauthenticated(() => api(endSessions, { body: { sessions: [id] } }))
      setDevices(known => known?.filter(each => each.id !== id) ?? null)
      notify(t('session.devices.ended'), { type: 'success' })
    } catch (error) {
      await handleFailure(error, language)
    } finally {
      setEnding(null)
    }
  }

  if (hasFailed)
    return <ErrorState text={t('session.devices.error')} retry={t('common.retry')} onRetry={load} />
  if (!devices) return <Skeleton count={3} label={t('common.loading')} className="h-17" />
  const names = deviceNames(devices, t)
  return (
    <>
      <p className="m-0 mb-4 text-sm text-muted">
        {t('session.devices.count', { count: devices.length, max: MAX_DEVICES })}
      </p>
      <ul className="m-0 p-0 list-none grid gap-3">
        {devices.map(device => (
          <li key={device.id} className="choice cursor-default! max-sm:flex-wrap">
            <DeviceLine session={device} name={names.get(device.id)} t={t} />
            {!device.is_current && (
              <Button
                kind="quiet"
                className="max-sm:w-full shrink-0"
                aria-label={t('session.devices.endNamed', { name: names.get(device.id) ?? '' })}
                isLoading={endingId === device.id}
                disabled={endingId !== null}
                onClick={() => void end(device)}
              >
                {t('session.devices.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ReauthDialog {...reauth} language={language} />
    </>
  )
}
