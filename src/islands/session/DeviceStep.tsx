import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { MAX_DEVICES } from '#src/contract/limits.ts'
import { formFailure } from '#src/lib/session/field-failure.ts'
import { Button } from '../ui/Button.tsx'
import { FormError } from '../ui/FormError.tsx'
import { DeviceChoice } from './DeviceChoice.tsx'
import { StepHead } from './StepHead.tsx'
import type { StepProps } from './step.ts'

export function DeviceStep({ login, t }: StepProps) {
  const { failure, isBusy, limit } = useStore(login.$login)
  const [chosen, setChosen] = useState<string[]>([])
  const isLimit = failure?.kind === 'refused' && failure.result === 'session_limit'
  return (
    <form
      className="grid gap-6"
      onSubmit={event => {
        event.preventDefault()
        if (chosen.length > 0) void login.endDevices(chosen)
      }}
    >
      <StepHead title={t('session.devices.limitTitle')}>
        {t('session.devices.limit', { max: MAX_DEVICES })}
      </StepHead>
      <DeviceChoice
        legend={t('session.devices.choose')}
        sessions={limit?.sessions ?? []}
        chosen={chosen}
        onChoose={setChosen}
        t={t}
      />
      {!isLimit && <FormError text={formFailure(failure, [], t)} />}
      <Button
        type="submit"
        isLoading={isBusy}
        disabled={chosen.length === 0}
        className="w-full min-h-12"
      >
        {t('session.devices.endAndSignIn')}
      </Button>
      <button
        type="button"
        className="link justify-self-center"
        onClick={() => login.goTo('mobile')}
      >
        {t('common.cancel')}
      </button>
    </form>
  )
}
