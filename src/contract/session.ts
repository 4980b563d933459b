import { z } from 'zod'
import { AgeType, Code, Device, Id, Nothing, Password, Timestamp, userText } from './fields.ts'

export const Birthday = z.strictObject({
  /** Of the Jalali calendar; one of two digits is completed. */
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
  conditional_flag: z.array(z.string()),
  subscription_remaining_in_day: z.number().int().default(0),
  subscription_ends_at: Timestamp.nullable(),
  /** When the last one ended; null while one runs, and where there was none. */
  subscription_ended_at: Timestamp.nullable(),
  carrier_subscription_title_text: z.string().nullable(),
  carrier_subscription_menu_description_text: z.string().nullable(),
})
export type User = z.infer<typeof User>

/** access_token leaves the HTTP layer as an HttpOnly cookie; a script never sees it. */
export const LoginResult = z.object({
  user: User,
  access_token: z.string(),
  is_new: z.boolean().default(false),
  /** The device stores this and sends it as the header `known-devices`; leaves the HTTP layer as an HttpOnly cookie. */
  known_devices: z.string().default(''),
})
export type LoginResult = z.infer<typeof LoginResult>

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
  expires_in: z.number().int(),
  resend_in: z.number().int(),
  code_length: z.number().int(),
})
export type CodeSent = z.infer<typeof CodeSent>

/** `profile` is the one of the profile token. Only an adult profile is told the number, e-mail, gender and birthday. */
export const Self = User.extend({
  profile: z.object({ id: Id, is_primary: z.boolean(), age_type: AgeType }).nullable(),
})
export type Self = z.infer<typeof Self>
/** Data of a 403 session_limit: the token serves `resolveSessions` alone, for five minutes. */
export const SessionLimit = z.object({
  sessions: z.array(DeviceSession),
  limited_token: z.string(),
})
export type SessionLimit = z.infer<typeof SessionLimit>
/** Data of a 403 reauth_required: how the session may re-authenticate, and where a code would be sent. */
export const ReauthRequired = z.object({
  approaches: z.array(z.enum(['otp', 'password'])),
  msisdn_hint: z.string(),
})
export type ReauthRequired = z.infer<typeof ReauthRequired>

/** What each call takes and answers, by the name of its endpoint. */
export const sessionCalls = {
  getSelf: {
    summary: 'The signed-in user, and the profile that is watching',
    data: Self,
  },
  updateSelf: {
    summary: 'Change name, e-mail, gender, birthday, avatar, or whether reminders come',
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
      'Send a sign-in code by SMS. A 428 proof_required brings an ALTCHA challenge; its solution goes into the header proof',
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
    summary: 'Get a code for signing in a television',
    body: z.strictObject({ device: Device }),
    data: z.object({
      code: z.string(),
      poll_token: z.string(),
      expires_in: z.number(),
      interval: z.number(),
    }),
  },
  pollRemoteAccess: {
    summary: 'Poll whether the television was allowed',
    data: z.union([LoginResult, z.object({ status: z.literal('pending') })]),
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
    summary: 'End devices',
    body: z.strictObject({ sessions: z.array(Id).min(1).max(3) }),
    data: Nothing,
  },
  sendReauthCode: {
    summary: 'Send a code for re-authentication',
    body: z.strictObject({}),
    data: CodeSent,
  },
  confirmReauth: {
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
    summary: "Sign in with a partner's JWT",
    body: z.strictObject({ token: z.string().max(8_000), device: Device }),
    data: LoginResult,
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
