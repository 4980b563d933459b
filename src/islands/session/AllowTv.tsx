import { type FormEvent, use, useState } from 'react'
import { allowRemoteAccess } from '#src/contract/endpoints/session.ts'
import type { Language } from '#src/contract/fields.ts'
import { REMOTE_ACCESS } from '#src/contract/limits.ts'
import type { SessionLimit } from '#src/contract/session.ts'
import { api } from '#src/lib/api/browser.ts'
import type { Failure } from '#src/lib/api/failure.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { fieldFailure, formFailure } from '#src/lib/forms/field-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { homePath } from '#src/lib/routes.ts'
import { Button } from '../ui/Button.tsx'
import { CodeInput } from '../ui/CodeInput.tsx'
import { Form } from '../ui/Form.tsx'
import { FormError } from '../ui/FormError.tsx'
import { ReauthDialog } from '../ui/ReauthDialog.tsx'
import { useAsyncAction } from '../ui/use-async-action.ts'
import { useHydrationMarker } from '../ui/use-hydration-marker.ts'
import { useReauth } from '../ui/use-reauth.ts'
import { DeviceChoice } from './DeviceChoice.tsx'
import { StepHead } from './StepHead.tsx'
import { NAMESPACES } from './texts.ts'

/** Signs in a TV from a phone: takes the TV's code and, at the device limit, the device that the TV replaces. */
export default function AllowTv({ language, code: given }: { language: Language; code: string }) {
  const t = use(loadT(language, NAMESPACES))
  const ready = useHydrationMarker()
  const [code, setCode] = useState(given)
  const [isShort, setShort] = useState(false)
  const [limit, setLimit] = useState<SessionLimit | null>(null)
  const [selected, setSelected] = useState<string[]>([])
  const [isIn, setIn] = useState(false)
  const { isBusy, failure, attempt, fail } = useAsyncAction()
  const reauth = useReauth()
  const length = REMOTE_ACCESS.codeLength

  async function submit(event: FormEvent) {
    event.preventDefault()
    setShort(code.length < length)
    if (code.length < length || isBusy) return
    const failed = await attempt(() =>
      reauth.reauthenticated(() =>
        api(allowRemoteAccess, { params: { code }, body: { sessions: selected } }),
      ),
    )
    if (!failed) return setIn(true)
    const found = failed.failure
    if (found.kind === 'api_error' && found.result === 'session_limit') {
      fail(null)
      setLimit(found.data as SessionLimit)
    } else if (isAway(found)) {
      // The code in the URL is part of the return path, so it survives sign-in and profile choice.
      history.replaceState(null, '', `?code=${code}`)
      await handleFailure(failed, language)
    }
  }

  if (isIn)
    return (
      <div className="grid justify-items-center gap-5 text-center" role="status">
        <i className="i-lucide-circle-check text-6xl text-good" />
        <p className="m-0 text-lg font-600">{t('session.tv.done')}</p>
        <a className="btn-action w-full" href={homePath(language)}>
          {t('common.gotIt')}
        </a>
        <button
          type="button"
          className="link"
          onClick={() => {
            setIn(false)
            setLimit(null)
            setCode('')
          }}
        >
          {t('session.tv.another')}
        </button>
      </div>
    )
  return (
    <>
      <Form method="post" {...ready} className="grid gap-6" onSubmit={submit}>
        <StepHead title={t('session.tv.title')}>
          {t(limit ? 'session.tv.limit' : 'session.tv.description')}
        </StepHead>
        {limit ? (
          <DeviceChoice
            legend={t('session.devices.choose')}
            sessions={limit.sessions}
            selected={selected}
            onChoose={setSelected}
            t={t}
          />
        ) : (
          <CodeInput
            label={t('session.tv.codeLabel')}
            length={length}
            language={language}
            value={code}
            onChange={typed => {
              setShort(false)
              setCode(typed)
            }}
            error={isShort ? t('validation.code') : fieldFailure(failure, 'code', t)}
            autoFocus
            name="code"
          />
        )}
        <FormError text={formFailure(failure, limit ? [] : ['code'], t)} />
        <Button
          type="submit"
          isLoading={isBusy}
          disabled={limit !== null && selected.length === 0}
          className="w-full min-h-12"
        >
          {t('session.tv.submit')}
        </Button>
      </Form>
      <ReauthDialog {...reauth} language={language} />
    </>
  )
}

function isAway(failure: Failure): boolean {
  if (failure.kind !== 'api_error') return false
  return failure.status === 401 || failure.result === 'profile_not_have_permission'
}
