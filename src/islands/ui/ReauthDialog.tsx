import { lazy, Suspense, useRef } from 'react'
import type { Language } from '#src/contract/fields.ts'
import type { Reauth } from './use-reauth.ts'

const Reauthentication = lazy(() => import('./Reauthentication.tsx'))

/** The dialog for re-authentication. Its code and texts load when a call requires it. */
export function ReauthDialog(props: Pick<Reauth, 'asked' | 'settle'> & { language: Language }) {
  const wasAsked = useRef(false)
  if (props.asked) wasAsked.current = true
  if (!wasAsked.current) return null
  return (
    <Suspense fallback={null}>
      <Reauthentication asked={props.asked} settle={props.settle} language={props.language} />
    </Suspense>
  )
}
