import type { SessionLimit } from '#src/contract/session.ts'
import type { Failure } from '../api/failure.ts'
import type { ProofShare } from './proof-of-work.ts'

export type SentCode = {
  msisdn: string
  tracker: string
  length: number
  /** Milliseconds since 1970. */
  resendAt: number
  expiresAt: number
}
export type LoginStep =
  | 'mobile'
  | 'code'
  | 'password'
  | 'devices'
  | 'new password'
  | 'welcome'
  | 'done'
export type LoginState = {
  step: LoginStep
  msisdn: string
  sent: SentCode | null
  limit: SessionLimit | null
  /** The code verifies a user who forgot the password. */
  isForgotten: boolean
  isNew: boolean
  /** The only profile is chosen already. */
  isOnlyProfile: boolean
  /** Where to continue instead of the requested page. */
  next: string | null
  isBusy: boolean
  /** Progress of the proof of work that codes beyond the usual number require. */
  proof: ProofShare
  failure: Failure | null
}
