import type { Login } from '#src/lib/session/login.store.ts'
import type { SessionT } from './texts.ts'

export type StepProps = {
  login: Login
  t: SessionT
  isRegister: boolean
  /** Return path. */
  back: string
  outbox: string | undefined
}
