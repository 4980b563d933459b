import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { deleteProfile, sendDeleteCode } from '#src/contract/endpoints/profiles.ts'
import type { Profile } from '#src/contract/profiles.ts'
import { api } from '#src/lib/api/browser.ts'
import { notifyOnNextPage } from '#src/lib/notifications/notifications.store.ts'
import { profilePath } from '#src/lib/routes.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SmsCodeForm } from '../ui/SmsCodeForm.tsx'
import { useSmsCode } from '../ui/use-sms-code.ts'
import type { ProfilesT } from './texts.ts'

type Props = { profile: Profile; msisdn: string; t: ProfilesT }

/** Deletes a profile after a confirmation and a code sent by SMS. */
export function DeleteProfile({ profile, msisdn, t }: Props) {
  const [isOpen, setOpen] = useState(false)
  const flow = useSmsCode(reauthenticated =>
    api(sendDeleteCode, { params: { id: profile.id } }, reauthenticated),
  )
  const { isBusy } = useStore(flow.$code)

  async function confirm(otp: string) {
    const isDone = await flow.confirm(async tracker_id => {
      await api(deleteProfile, { params: { id: profile.id }, body: { otp, tracker_id } })
    })
    if (!isDone) return
    notifyOnNextPage(t('profiles.delete.done'), { type: 'success' })
    // `replace` ensures that back navigation does not open the deleted profile.
    location.replace(profilePath('/', t.language))
  }
  return (
    <section className="card p-5 sm:p-7 grid gap-4">
      <div className="flex items-start gap-4">
        <i className="i-lucide-trash-2 text-2xl mt-0.5 text-bad" />
        <div className="grid gap-1">
          <h2 className="m-0 text-lg font-700">{t('profiles.delete')}</h2>
          <p className="m-0 text-sm text-muted">{t('profiles.delete.note')}</p>
        </div>
      </div>
      <Button kind="line" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('profiles.delete')}
      </Button>
      <Dialog
        isOpen={isOpen}
        isLoading={isBusy}
        title={t('profiles.delete')}
        close={t('common.close')}
        onClose={() => setOpen(false)}
      >
        <SmsCodeForm
          flow={flow}
          intro={t('profiles.delete.confirm', { name: profile.name })}
          send={t('profiles.delete.sendCode')}
          submit={t('profiles.delete')}
          msisdn={msisdn}
          onCode={otp => void confirm(otp)}
          t={t}
        />
      </Dialog>
    </section>
  )
}
