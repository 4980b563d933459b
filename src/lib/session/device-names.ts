/** Names of signed-in devices. */
import type { DeviceSession } from '#src/contract/session.ts'
import type { Key } from '../i18n/keys.ts'
import type { Translate } from '../i18n/translate.ts'

type T = Translate<Key<'session'>>

/** Returns the name of each device by its id. Devices of the same kind are numbered, so that all names differ. */
export function deviceNames(sessions: readonly DeviceSession[], t: T): ReadonlyMap<string, string> {
  const kinds = sessions.map(session => kindOf(session, t))
  const names = sessions.map(({ id }, index) => {
    const name = kinds[index] as string
    const isAlone = kinds.filter(kind => kind === name).length === 1
    const number = kinds.slice(0, index + 1).filter(kind => kind === name).length
    return [id, isAlone ? name : t('session.devices.numbered', { name, number })] as const
  })
  return new Map(names)
}

function kindOf({ device }: DeviceSession, t: T): string {
  const { brand: browser = '', model: system = '' } = device
  if (browser && system) return t('session.devices.browser', { browser, system })
  return browser || system || t('session.devices.unknown')
}
