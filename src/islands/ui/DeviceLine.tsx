import type { DeviceSession } from '#src/contract/session.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { formatRelative } from '#src/lib/text/date.ts'
import { fromWire } from '#src/lib/text/tehran.ts'

/** A signed-in device and the time of its last use. It never shows a location. */
export function DeviceLine({
  session,
  name,
  t,
}: {
  session: DeviceSession
  /** Name from `deviceNames`. */
  name: string | undefined
  t: Translate<Key<'session'>>
}) {
  const { device, last_seen_at, is_current } = session
  const seen = formatRelative(fromWire(last_seen_at), new Date(), t.language)
  return (
    <span className="flex items-center gap-3 min-w-0 grow">
      <span className="grid place-items-center w-11 h-11 rounded-xl bg-[var(--quiet)] shrink-0">
        <i className={`${deviceIcon(device.model ?? '')} text-xl`} />
      </span>
      <span className="grid min-w-0">
        <b className="font-600 leading-snug break-words">{name}</b>
        <span className="text-sm text-muted">
          {is_current
            ? t('session.devices.current')
            : t('session.devices.lastSeen', { when: seen })}
        </span>
      </span>
    </span>
  )
}

/** Returns the icon for an operating system. */
function deviceIcon(system: string): string {
  if (/Tizen|webOS|TV/i.test(system)) return 'i-lucide-tv'
  if (/iPadOS/i.test(system)) return 'i-lucide-tablet'
  if (/Android|iOS/i.test(system)) return 'i-lucide-smartphone'
  return 'i-lucide-monitor'
}
