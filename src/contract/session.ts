import { z } from 'zod'
import {
  AgeType,
  Code,
  Count,
  Device,
  Id,
  Nothing,
  Password,
  Timestamp,
  userText,
} from './fields.ts'

export const Birthday = z.strictObject({
  /** Jalali year. A year of two digits is completed. */
  year: z
    .number()
    .int()
    .min(0)
    .max(1500)
    .refine(year => year < 100 || year >= 1280, 'validation.invalid'),
  month: z.number().int().min(1).max(12),
  day: z.number().int().min(1).max(31),
})
export type Birthday = z.infer<typeof Birthday>
export const Gender = z.enum(['male', 'female', 'unspecified'])

export const User = z.object({
  id: Id,
  msisdn: z.string(),
  name: z.string(),
  family: z.string(),
  avatar: z.string(),
  email: z.string().nullable(),
  gender: Gender,
  birthday: Birthday.nullable(),
  has_password: z.boolean(),
  /** Reminders before a subscription ends or renews; messages about security and payments are always sent. */
  wants_reminders: z.boolean(),
  is_sso_login: z.boolean(),
  sso_back_url: z.string().nullable(),
  conditional_flag: z.array(z.enum(['has_subscription', 'has_carrier_subscription'])),
  subscription_remaining_in_day: Count.default(0),
  subscription_ends_at: Timestamp.nullable(),
  /** End of the last subscription; null while one runs, and if the user never had one. */
  subscription_ended_at: Timestamp.nullable(),
  /** Time of the next direct debit, which renews the subscription; null without a contract, and for all but the primary profile. */
  next_debit_at: Timestamp.nullable(),
  carrier_subscription_title_text: z.string().nullable(),
  carrier_subscription_menu_description_text: z.string().nullable(),
})
export type User = z.infer<typeof User>

/**
 * Reply to a sign-in. No profile is chosen yet, so `user` has no name and no e-mail, the number is masked and the end of the
 * subscription is null, as in `getSelf`. The HTTP layer moves access_token into an HttpOnly cookie, which scripts cannot read.
 */
export const LoginResult = z.object({
  user: User,
  access_token: z.string(),
  is_new: z.boolean().default(false),
  /** The device stores this value and sends it in the header `known-devices`. For browsers the HTTP layer moves it into a cookie. */
  known_devices: z.string().default(''),
})
export type LoginResult = z.infer<typeof LoginResult>

/** Reply while the user has not allowed the television yet. */
export const RemoteAccessPending = z.object({ status: z.literal('pending') })

export const DeviceSession = z.object({
  id: Id,
  device: Device.partial(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  is_current: z.boolean(),
})
export type DeviceSession = z.infer<typeof DeviceSession>

export const CodeSent = z.object({
  tracker_id: z.string(),
  expires_in: Count,
  resend_in: Count,
  code_length: Count,
})
export type CodeSent = z.infer<typeof CodeSent>

/**
 * `profile` is that of the profile token. Only adult profiles get name, number, e-mail, gender, birthday, `has_password` and the end of
 * the subscription; before a profile is chosen, and for children, the number is masked (0912***4567) and the others are empty.
 */
export const Self = User.extend({
  profile: z.object({ id: Id, is_primary: z.boolean(), age_type: AgeType }).nullable(),
})
export type Self = z.infer<typeof Self>
/** Data of a 403 session_limit. The token is valid for `resolveSessions` only, for five minutes. */
export const SessionLimit = z.object({
  sessions: z.array(DeviceSession),
  limited_token: z.string(),
})
export type SessionLimit = z.infer<typeof SessionLimit>
/** Data of a 403 reauth_required: how the user can re-authenticate, and a hint at the number that gets a code. */
export const ReauthRequired = z.object({
  approaches: z.array(z.enum(['otp', 'password'])),
  msisdn_hint: z.string(),
})
export type ReauthRequired = z.infer<typeof ReauthRequired>

/** Schemas of the inputs and the reply of each call, by the name of its endpoint. */
export const sessionCalls = {
  getSelf: {
    summary:
      'The signed-in user, and the profile that is watching. Before an adult profile is chosen the number is masked, and name, e-mail, birthday and the end of the subscription are empty',
    data: Self,
  },
  updateSelf: {
    own: true,
    summary: 'Change name, e-mail, gender, birthday, avatar or reminders',
    body: z.strictObject({
      name: userText(0, 60).optional(),
      family: userText(0, 60).optional(),
      email: z.union([z.literal(''), z.email().max(120)]).optional(),
      gender: Gender.optional(),
      birthday: Birthday.nullable().optional(),
      avatar: Id.optional(),
      wants_reminders: z.boolean().optional(),
    }),
    data: User,
  },
  getApproaches: {
    summary: 'Ways to sign in; the same for every number',
    data: z.object({ approaches: z.array(z.enum(['otp', 'password'])) }),
  },
  sendOtp: {
    summary:
      'Send a sign-in code by SMS. A 428 proof_required contains an ALTCHA challenge; send its solution in the header proof',
    data: CodeSent,
  },
  loginByOtp: {
    summary: 'Sign in with the code',
    body: z.strictObject({
      otp: Code,
      tracker_id: Id,
      video_content_id: Id.nullish(),
      device: Device,
    }),
    data: LoginResult,
  },
  loginByPassword: {
    summary: 'Sign in with the password',
    body: z.strictObject({
      password: z.string().min(1).max(128),
      device: Device,
    }),
    data: LoginResult,
  },
  resolveSessions: {
    summary: 'Sign out other devices, then sign in',
    body: z.strictObject({ sessions: z.array(Id).min(1).max(3) }),
    data: LoginResult,
  },
  logout: {
    summary: 'Sign out, on every node at once',
    data: Nothing,
  },
  startRemoteAccess: {
    own: true,
    summary: 'Get a code for signing in a television',
    body: z.strictObject({ device: Device }),
    data: z.object({
      code: z.string(),
      poll_token: z.string(),
      expires_in: Count,
      interval: Count,
    }),
  },
  pollRemoteAccess: {
    own: true,
    summary: 'Poll whether the television was allowed',
    data: z.union([LoginResult, RemoteAccessPending]),
    done: LoginResult,
    waiting: RemoteAccessPending,
  },
  allowRemoteAccess: {
    summary: 'Allow the television with this code',
    body: z.strictObject({
      sessions: z.array(Id).max(3).optional(),
      device: Device.optional(),
    }),
    data: Nothing,
  },
  listSessions: {
    summary: 'Signed-in devices',
    data: z.object({ items: z.array(DeviceSession) }),
  },
  endSessions: {
    own: true,
    summary: 'Sign out devices',
    body: z.strictObject({ sessions: z.array(Id).min(1).max(3) }),
    data: Nothing,
  },
  sendReauthCode: {
    own: true,
    summary: 'Send a code for re-authentication',
    body: z.strictObject({}),
    data: CodeSent,
  },
  confirmReauth: {
    own: true,
    summary: 'Re-authenticate with the code or the password; valid for ten minutes in this session',
    body: z.strictObject({
      otp: Code.optional(),
      tracker_id: Id.optional(),
      password: z.string().max(128).optional(),
    }),
    data: Nothing,
  },
  checkPassword: {
    summary: 'Check the current password',
    body: z.strictObject({ password: z.string().max(128) }),
    data: z.object({ is_valid: z.boolean() }),
  },
  setFirstPassword: {
    summary: 'Set the first password, or a new one in place of a forgotten one',
    body: z.strictObject({ password: Password }),
    data: Nothing,
  },
  changePassword: {
    summary: 'Change the password; other devices are signed out',
    body: z.strictObject({
      new_password: Password,
      current_password: z.string().max(128),
    }),
    data: Nothing,
  },
  thirdPartyLogin: {
    summary:
      "Sign in with a partner's JWT. A 403 reauth_required asks for the code of sendPartnerCode: the number has an account that this subscriber of the partner has not signed in to",
    body: z.strictObject({
      token: z.string().max(8_000),
      device: Device,
      otp: Code.optional(),
      tracker_id: Id.optional(),
    }),
    data: LoginResult,
  },
  sendPartnerCode: {
    own: true,
    summary:
      'Send a code to the number of an account, before a partner signs in to it for the first time',
    body: z.strictObject({ token: z.string().max(8_000) }),
    data: CodeSent,
  },
  checkSso: {
    summary: 'Check an SSO link',
    query: z.strictObject({ expiration_token: z.string().max(2_000) }),
    data: z.object({
      is_valid: z.boolean(),
      msisdn_hint: z.string(),
      next_url: z.string(),
    }),
  },
  listAvatars: {
    summary: 'Avatars to choose from',
    data: z.object({
      items: z.array(
        z.object({
          id: Id,
          image_path: z.string(),
          kind: z.enum(['default', 'type_1', 'type_2']),
        }),
      ),
    }),
  },
}
