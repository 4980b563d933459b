import { useState } from 'react'
import { PIN_LENGTH } from '#src/contract/limits.ts'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import { Button } from '../ui/Button.tsx'
import { CodeInput } from '../ui/CodeInput.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { useAsyncAction } from '../ui/use-async-action.ts'
import type { ProfilesT } from './texts.ts'

type Pins = { pin: string; current: string }
type Props = {
  asksCurrent?: boolean
  asksNew?: boolean
  /** Saves the PINs. A PIN that the form does not ask for is empty. */
  save: (pins: Pins) => Promise<unknown>
  t: ProfilesT
}

/** Asks for the current PIN, a new one, or both. */
export function PinForm({ asksCurrent = false, asksNew = true, save, t }: Props) {
  const [current, setCurrent] = useState('')
  const [pin, setNew] = useState('')
  const { isBusy, failure, attempt } = useAsyncAction()
  const isFull =
    (!asksCurrent || current.length === PIN_LENGTH) && (!asksNew || pin.length === PIN_LENGTH)
  const shared = { length: PIN_LENGTH, language: t.language }
  return (
    <Form
      className="grid gap-5"
      onSubmit={event => {
        event.preventDefault()
        if (isFull) void attempt(() => save({ pin, current }))
      }}
    >
      {asksCurrent && (
        <CodeInput
          {...shared}
          label={t('profiles.pin.current')}
          value={current}
          onChange={setCurrent}
          error={fieldFailure(failure, 'current_pin', t)}
          isSecret
          autoFocus
          name="current-pin"
        />
      )}
      {asksNew && (
        <CodeInput
          {...shared}
          label={t('profiles.pin.new')}
          value={pin}
          onChange={setNew}
          error={fieldFailure(failure, 'pin', t)}
          autoFocus={!asksCurrent}
          name="new-pin"
        />
      )}
      <FormError text={formFailure(failure, ['pin', 'current_pin'], t)} />
      <Button type="submit" isLoading={isBusy} disabled={!isFull} className="min-h-12">
        {t('common.save')}
      </Button>
    </Form>
  )
}
