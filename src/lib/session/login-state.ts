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
  /** True if the code verifies a user who forgot the password. */
  isForgotten: boolean
  isNew: boolean
  /** True if the only profile is already chosen. */
  isOnlyProfile: boolean
  /** Page to open instead of the requested one. */
  next: string | null
  isBusy: boolean
  /** Progress of the proof of work that is required for codes beyond the usual number. */
  proof: ProofShare
  failure: Failure | null
}
