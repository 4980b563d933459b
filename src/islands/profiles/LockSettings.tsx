import { useState } from 'react'
import { PIN_LENGTH } from '#src/contract/limits.ts'
import { type Profile, setPin } from '#src/contract/profiles.ts'
import { api } from '#src/lib/api/browser.ts'
import { type Failure, failureOf } from '#src/lib/api/failure.ts'
import { fieldFailure, formFailure } from '#src/lib/session/field-failure.ts'
import { notify } from '#src/lib/shell/notifications.store.ts'
import { Button } from '../ui/Button.tsx'
import { CodeInput } from '../ui/CodeInput.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormError } from '../ui/FormError.tsx'
import { PinReset } from './PinReset.tsx'
import type { ProfilesT } from './texts.ts'

type Props = {
  profile: Profile
  msisdn: string
  onChange: (hasPin: boolean) => void
  t: ProfilesT
}
type Doing = 'set' | 'change' | 'remove' | 'reset'

/** The lock of a profile: set, changed, removed, or set anew when the PIN is forgotten. */
export function LockSettings({ profile, msisdn, onChange, t }: Props) {
  const [doing, setDoing] = useState<Doing | null>(null)
  const titles = {
    set: t('profiles.lock.set'),
    change: t('profiles.pin.change'),
    remove: t('profiles.lock.remove'),
    reset: t('profiles.pin.resetTitle', { name: profile.name }),
  }
  function done(hasPin: boolean, text: string) {
    onChange(hasPin)
    setDoing(null)
    notify(text, { type: 'success' })
  }
  return (
    <section className="card p-5 sm:p-7 grid gap-4">
      <div className="flex items-start gap-4">
        <i
          className={`${profile.has_pin ? 'i-lucide-lock' : 'i-lucide-lock-open'} text-2xl mt-0.5`}
        />
        <div className="grid gap-1">
          <h2 className="m-0 text-lg font-700">{t('profiles.lock')}</h2>
          <p className="m-0 text-sm text-muted">{t('profiles.lock.note')}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        {profile.has_pin ? (
          <>
            <Button kind="quiet" onClick={() => setDoing('change')}>
              {titles.change}
            </Button>
            <Button kind="quiet" onClick={() => setDoing('remove')}>
              {titles.remove}
            </Button>
            <button type="button" className="link" onClick={() => setDoing('reset')}>
              {t('profiles.pin.forgot')}
            </button>
          </>
        ) : (
          <Button kind="quiet" onClick={() => setDoing('set')}>
            {titles.set}
          </Button>
        )}
      </div>
      <Dialog
        isOpen={doing !== null}
        title={doing ? titles[doing] : ''}
        close={t('common.close')}
        onClose={() => setDoing(null)}
      >
        {doing === 'reset' ? (
          <PinReset
            profileId={profile.id}
            msisdn={msisdn}
            onReset={() => done(true, t('profiles.pin.resetDone'))}
            t={t}
          />
        ) : (
          doing && (
            <PinForm
              key={doing}
              profileId={profile.id}
              asksCurrent={doing !== 'set'}
              asksNew={doing !== 'remove'}
              onDone={hasPin => done(hasPin, t(hasPin ? 'profiles.lock.on' : 'profiles.lock.off'))}
              t={t}
            />
          )
        )}
      </Dialog>
    </section>
  )
}

type PinFormProps = {
  profileId: string
  asksCurrent: boolean
  asksNew: boolean
  onDone: (hasPin: boolean) => void
  t: ProfilesT
}

function PinForm({ profileId, asksCurrent, asksNew, onDone, t }: PinFormProps) {
  const [current, setCurrent] = useState('')
  const [pin, setNew] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isFull =
    (!asksCurrent || current.length === PIN_LENGTH) && (!asksNew || pin.length === PIN_LENGTH)

  async function save() {
    if (!isFull) return
    setBusy(true)
    setFailure(null)
    try {
      const body = { pin, ...(asksCurrent ? { current_pin: current } : {}) }
      await api(setPin, { params: { id: profileId }, body })
      onDone(asksNew)
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="grid gap-5"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      {asksCurrent && (
        <CodeInput
          label={t('profiles.pin.current')}
          length={PIN_LENGTH}
          language={t.language}
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
          label={t('profiles.pin.new')}
          length={PIN_LENGTH}
          language={t.language}
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
    </form>
  )
}
