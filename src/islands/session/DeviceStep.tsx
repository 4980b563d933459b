import { useStore } from '@nanostores/react'
import { DeviceLimit } from './DeviceLimit.tsx'
import type { StepProps } from './step.ts'

export function DeviceStep({ login, t }: StepProps) {
  const { failure, isBusy, limit } = useStore(login.$login)
  return (
    <div className="grid gap-6">
      <DeviceLimit {...{ failure, isBusy, limit, t }} onEnd={ids => void login.endDevices(ids)} />
      <button
        type="button"
        className="link justify-self-center"
        onClick={() => login.goTo('mobile')}
      >
        {t('session.login.changeNumber')}
      </button>
    </div>
  )
}
