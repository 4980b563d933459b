import type { Login } from '#src/lib/session/login.store.ts'
import type { SessionT } from './texts.ts'

export type StepProps = {
  login: Login
  t: SessionT
  isRegister: boolean
  /** Path to which the user returns after sign-in. */
  back: string
  outbox: string | undefined
  /** Shows a code here, for a device that is signed in. */
  onOtherDevice: () => void
}
