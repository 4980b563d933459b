import { z } from 'zod'

/** HTTP status and operation_result_code of each operation_result (spec §8.7). */
export const RESULTS = {
  success: [200, 200],
  bad_request: [400, 40000],
  unauthorized: [401, 40100],
  unauthorized_sso: [401, 40101],
  profile_unauthorized: [401, 40102],
  session_limit: [403, 40038],
  stream_limit: [403, 40039],
  subscription_required: [403, 40040],
  forbidden: [403, 40300],
  profile_not_have_permission: [403, 40301],
  reauth_required: [403, 40302],
  account_blocked: [403, 40303],
  carrier_required: [403, 40310],
  outside_iran: [403, 40311],
  not_found: [404, 40400],
  method_not_allowed: [405, 40500],
  conflict: [409, 40900],
  idempotency_conflict: [409, 40901],
  voucher_used: [409, 40902],
  already_voted: [409, 40903],
  profile_limit: [409, 40904],
  stream_stopped: [409, 40905],
  otp_expired: [410, 41000],
  gone: [410, 41001],
  too_large: [413, 41300],
  uri_too_long: [414, 41400],
  unsupported_media_type: [415, 41500],
  misdirected: [421, 42100],
  validation_error: [422, 42200],
  wrong_otp: [422, 42201],
  wrong_pin: [422, 42202],
  wrong_password: [422, 42203],
  wrong_code: [422, 42204],
  invalid_voucher: [422, 42205],
  vote_limit: [422, 42206],
  proof_required: [428, 42800],
  too_many_requests: [429, 42900],
  content_is_age_restricted: [451, 45100],
  unknown: [500, 50000],
  gateway_unavailable: [502, 50200],
  sms_unavailable: [502, 50201],
  partner_unavailable: [502, 50202],
  unavailable: [503, 50300],
  sms_paused: [503, 50301],
  provider_paused: [503, 50302],
  gateway_timeout: [504, 50400],
  sms_timeout: [504, 50401],
} as const satisfies Record<string, readonly [number, number]>

export type OperationResult = keyof typeof RESULTS
export type ErrorCode = Exclude<OperationResult, 'success'>

/** Error of a field: a message key, or the key with its parameters (spec §5). */
export const FieldError = z.union([
  z.string(),
  z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number()]))]),
])
export type FieldError = z.infer<typeof FieldError>

export const Meta = z.object({
  operation_result: z.enum(Object.keys(RESULTS) as [OperationResult, ...OperationResult[]]),
  operation_result_code: z.number().int().min(200).max(99_999),
  display_message: z.string().optional(),
  next_url: z.string().optional(),
  retry_after: z.number().int().min(0).optional(),
  errors: z.record(z.string(), FieldError).optional(),
})
export type Meta = z.infer<typeof Meta>

export const Envelope = z.object({ data: z.unknown(), meta: Meta })
export type Envelope<D = unknown> = { data: D; meta: Meta }

/** Returns the envelope of a successful reply. */
export function successEnvelope<D>(data: D): Envelope<D> {
  return { data, meta: { operation_result: 'success', operation_result_code: 200 } }
}

/** Returns the envelope of a failed reply. `meta` adds fields such as `retry_after`. */
export function failureEnvelope(
  result: ErrorCode,
  meta: Partial<Meta> = {},
  data: unknown = null,
): Envelope {
  const [, operation_result_code] = RESULTS[result]
  return { data, meta: { operation_result: result, operation_result_code, ...meta } }
}
