import { use, useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { PIN_LENGTH } from '#src/contract/limits.ts'
import type { Profile } from '#src/contract/profiles.ts'
import { api } from '#src/lib/api/browser.ts'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { pathAfterSwitch } from '#src/lib/profiles/profiles.ts'
import { activateProfile } from '#src/lib/profiles/switch.ts'
import { profilePath } from '#src/lib/routes.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeInput } from '../ui/CodeInput.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { useAsyncAction } from '../ui/use-async-action.ts'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'
import { PinReset } from './PinReset.tsx'
import { NAMESPACES } from './texts.ts'

type Props = {
  language: Language
  profile: Profile
  msisdn: string
  back: string | null
  /** False for a child's profile, which cannot set a PIN. */
  mayReset: boolean
}

export default function PinEntry({ language, profile, msisdn, back, mayReset }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const ready = useHydrationMarker()
  const [pin, setPin] = useState('')
  const [isShort, setShort] = useState(false)
  const { isBusy, failure, attempt } = useAsyncAction({ leaves: true })
  const [isResetting, setResetting] = useState(false)

  async function enter(code: string) {
    setShort(code.length < PIN_LENGTH)
    if (isBusy || code.length < PIN_LENGTH) return
    const failed = await attempt(async () => {
      const active = await activateProfile(api, profile, code)
      location.assign(pathAfterSwitch(active, back, language))
    })
    if (failed) setPin('')
  }

  return (
    <div {...ready} className="grid gap-6">
      <div className="grid justify-items-center gap-3 text-center">
        <Avatar path={profile.avatar.image_path} size={96} className="rounded-3xl" />
        <h1 className="m-0 text-xl font-800">
          {t(isResetting ? 'profiles.pin.resetTitle' : 'profiles.pin.enter', {
            name: profile.name,
          })}
        </h1>
      </div>
      {isResetting ? (
        <PinReset profileId={profile.id} msisdn={msisdn} onReset={enter} t={t} />
      ) : (
        <Form
          method="post"
          className="grid gap-6"
          onSubmit={event => {
            event.preventDefault()
            void enter(pin)
          }}
        >
          <CodeInput
            label={t('profiles.pin.label')}
            hideLabel
            length={PIN_LENGTH}
            language={language}
            value={pin}
            onChange={typed => {
              setShort(false)
              setPin(typed)
            }}
            onComplete={code => void enter(code)}
            error={
              isShort
                ? t('validation.pin', { length: PIN_LENGTH })
                : fieldFailure(failure, 'pin', t)
            }
            isSecret
            autoFocus
            name="pin"
          />
          <FormError text={formFailure(failure, ['pin'], t)} />
          <Button type="submit" isLoading={isBusy} className="w-full min-h-12">
            {t('profiles.pin.open')}
          </Button>
        </Form>
      )}
      <div className="flex flex-wrap justify-between gap-3">
        <a className="link" href={profilePath(back ?? '/', language)}>
          {t('profiles.back')}
        </a>
        {mayReset && !isResetting && (
          <button type="button" className="link" onClick={() => setResetting(true)}>
            {t('profiles.pin.forgot')}
          </button>
        )}
      </div>
    </div>
  )
}
