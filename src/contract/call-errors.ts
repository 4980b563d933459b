/** Failures of each call, for the API description and clients that are generated from it. */
import type { CallName } from './calls.ts'
import type { Endpoint } from './endpoint.ts'
import type { ErrorCode } from './envelope.ts'

const OF_TITLE = ['gone', 'content_is_age_restricted'] as const
const OF_PLAYBACK = [
  ...OF_TITLE,
  'unauthorized',
  'subscription_required',
  'carrier_required',
  'outside_iran',
] as const
const OF_SENDING = [
  'proof_required',
  'sms_unavailable',
  'sms_paused',
  'sms_timeout',
  'provider_paused',
] as const
const OF_CODE = ['otp_expired', 'wrong_otp'] as const
const OF_SIGN_IN = ['session_limit', 'account_blocked'] as const
const OF_VOUCHER = ['invalid_voucher', 'voucher_used'] as const
const OF_BANK = ['gateway_unavailable', 'provider_paused', 'gateway_timeout'] as const
const OF_TICKET = [...OF_TITLE, 'outside_iran', 'invalid_voucher'] as const

/** Failures that a call has besides those of its access level and of its kind of input. */
const OF_CALLS: Partial<Record<CallName, readonly ErrorCode[]>> = {
  sendOtp: OF_SENDING,
  loginByOtp: [...OF_CODE, ...OF_SIGN_IN],
  loginByPassword: ['wrong_password', 'proof_required', ...OF_SIGN_IN],
  resolveSessions: OF_SIGN_IN,
  startRemoteAccess: ['proof_required'],
  pollRemoteAccess: ['gone', ...OF_SIGN_IN],
  allowRemoteAccess: ['wrong_code', 'gone', ...OF_SIGN_IN],
  endSessions: ['not_found'],
  sendReauthCode: OF_SENDING,
  confirmReauth: [...OF_CODE, 'wrong_password'],
  changePassword: ['wrong_password'],
  setFirstPassword: ['wrong_password'],
  sendPartnerCode: ['unauthorized_sso', 'partner_unavailable', ...OF_SENDING],
  thirdPartyLogin: ['unauthorized_sso', 'partner_unavailable', ...OF_CODE, ...OF_SIGN_IN],
  checkSso: ['unauthorized_sso', 'partner_unavailable'],
  createProfile: ['profile_limit'],
  updateProfile: ['wrong_pin'],
  switchProfile: ['not_found', 'wrong_pin'],
  setPin: ['wrong_pin'],
  sendDeleteCode: ['forbidden', ...OF_SENDING],
  deleteProfile: ['forbidden', ...OF_CODE],
  sendResetPinCode: OF_SENDING,
  checkResetPinCode: OF_CODE,
  resetPin: ['otp_expired'],
  getContent: OF_TITLE,
  getArtist: ['gone'],
  getConditionalProp: OF_TITLE,
  listComments: OF_TITLE,
  addComment: ['forbidden', ...OF_TITLE],
  like: OF_TITLE,
  dislike: OF_TITLE,
  getPlayback: [...OF_PLAYBACK, 'stream_limit'],
  heartbeat: [...OF_PLAYBACK, 'stream_stopped'],
  makeReceiverLink: [...OF_PLAYBACK, 'stream_stopped'],
  getGuide: OF_TITLE,
  addBookmark: ['not_found', ...OF_TITLE],
  addReminder: ['not_found', 'conflict', ...OF_TITLE],
  groupPackages: OF_VOUCHER,
  checkVoucher: ['not_found', ...OF_VOUCHER],
  getPaymentGatewaysWithVoucher: OF_VOUCHER,
  createSubscription: ['not_found', ...OF_VOUCHER],
  paySubscription: ['not_found', 'gone', ...OF_BANK],
  createContract: ['not_found', ...OF_BANK],
  cancelContract: OF_BANK,
  listBanks: OF_BANK,
  getCinemaInvoice: OF_TICKET,
  buyCinemaTicket: [...OF_TICKET, ...OF_BANK],
  submitSurvey: ['gone', 'already_voted', 'vote_limit'],
}

type CallKind = { hasParams: boolean; hasBody: boolean }

/** Returns every failure that the call can have, each once. */
export function errorsOf(endpoint: Endpoint, { hasParams, hasBody }: CallKind): ErrorCode[] {
  const { access, reauth, notForChildren, idempotent, effect, name } = endpoint
  const needsUser = access !== 'anonymous' && access !== 'limited'
  const needsAdult = access === 'adult' || access === 'primary' || notForChildren === true
  const codes: ErrorCode[] = [
    ...(access === 'anonymous' ? [] : (['unauthorized'] as const)),
    ...(needsUser ? (['unauthorized_sso'] as const) : []),
    ...(access === 'limited' ? [] : (['profile_unauthorized'] as const)),
    ...(needsAdult ? (['profile_not_have_permission'] as const) : []),
    ...(reauth ? (['reauth_required'] as const) : []),
    ...(effect ? (['forbidden'] as const) : []),
    ...(hasParams ? (['not_found'] as const) : []),
    ...(hasBody ? (['bad_request', 'too_large', 'unsupported_media_type'] as const) : []),
    ...(idempotent ? (['conflict', 'idempotency_conflict'] as const) : []),
    ...(OF_CALLS[name] ?? []),
    'validation_error',
    'too_many_requests',
    'unknown',
    'unavailable',
  ]
  return [...new Set(codes)]
}
