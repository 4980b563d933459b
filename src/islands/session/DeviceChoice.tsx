import type { DeviceSession } from '#src/contract/session.ts'
import { deviceNames } from '#src/lib/session/device-names.ts'
import { DeviceLine } from '../ui/DeviceLine.tsx'
import type { SessionT } from './texts.ts'

type Props = {
  legend: string
  sessions: readonly DeviceSession[]
  selected: readonly string[]
  onChoose: (ids: string[]) => void
  t: SessionT
}

/** Selects one or more devices to sign out. */
export function DeviceChoice({ legend, sessions, selected, onChoose, t }: Props) {
  function toggle(id: string) {
    onChoose(selected.includes(id) ? selected.filter(other => other !== id) : [...selected, id])
  }
  const names = deviceNames(sessions, t)
  return (
    <fieldset className="m-0 p-0 border-0 min-w-0">
      <legend className="p-0 mb-3 text-sm font-600">{legend}</legend>
      <div className="grid gap-3">
        {sessions.map(session => (
          <label key={session.id} className="choice">
            <input
              type="checkbox"
              className="w-5 h-5 m-0 accent-action"
              checked={selected.includes(session.id)}
              disabled={session.is_current}
              onChange={() => toggle(session.id)}
            />
            <DeviceLine session={session} name={names.get(session.id)} t={t} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
