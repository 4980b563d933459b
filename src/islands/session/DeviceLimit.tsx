import { useState } from 'react'
import { MAX_DEVICES } from '#src/contract/limits.ts'
import type { SessionLimit } from '#src/contract/session.ts'
import type { Failure } from '#src/lib/api/failure.ts'
import { formFailure } from '#src/lib/forms/field-failure.ts'
import { Button } from '../ui/Button.tsx'
import { FormError } from '../ui/FormError.tsx'
import { DeviceChoice } from './DeviceChoice.tsx'
import { StepHead } from './StepHead.tsx'
import type { SessionT } from './texts.ts'

type Props = {
  limit: SessionLimit | null
  failure: Failure | null
  isBusy: boolean
  onEnd: (ids: string[]) => void
  t: SessionT
}

/** The step at the device limit: the user chooses a device to sign out. */
export function DeviceLimit({ limit, failure, isBusy, onEnd, t }: Props) {
  const [selected, setSelected] = useState<string[]>([])
  const isLimit = failure?.kind === 'api_error' && failure.result === 'session_limit'
  return (
    <form
      className="grid gap-6"
      onSubmit={event => {
        event.preventDefault()
        if (selected.length > 0) onEnd(selected)
      }}
    >
      <StepHead title={t('session.devices.limitTitle')}>
        {t('session.devices.limit', { max: MAX_DEVICES })}
      </StepHead>
      <DeviceChoice
        legend={t('session.devices.choose')}
        sessions={limit?.sessions ?? []}
        selected={selected}
        onChoose={setSelected}
        t={t}
      />
      {!isLimit && <FormError text={formFailure(failure, [], t)} />}
      <Button
        type="submit"
        isLoading={isBusy}
        disabled={selected.length === 0}
        className="w-full min-h-12"
      >
        {t('session.devices.endAndSignIn')}
      </Button>
    </form>
  )
}
