import { useState } from 'react'
import { setPin } from '#src/contract/endpoints/profiles.ts'
import type { Profile } from '#src/contract/profiles.ts'
import { api } from '#src/lib/api/browser.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PinForm } from './PinForm.tsx'
import { PinReset } from './PinReset.tsx'
import type { ProfilesT } from './texts.ts'

type Props = {
  profile: Profile
  msisdn: string
  onChange: (hasPin: boolean) => void
  t: ProfilesT
}
type Doing = 'set' | 'change' | 'remove' | 'reset'

/** Sets, changes, removes or resets the PIN of a profile. */
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
  async function save({ pin, current }: { pin: string; current: string }) {
    const body = { pin, ...(doing === 'set' ? {} : { current_pin: current }) }
    await api(setPin, { params: { id: profile.id }, body })
    const told = { set: 'profiles.lock.on', remove: 'profiles.lock.off' } as const
    done(
      pin !== '',
      t(doing === 'set' || doing === 'remove' ? told[doing] : 'profiles.pin.resetDone'),
    )
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
              asksCurrent={doing !== 'set'}
              asksNew={doing !== 'remove'}
              save={save}
              t={t}
            />
          )
        )}
      </Dialog>
    </section>
  )
}
