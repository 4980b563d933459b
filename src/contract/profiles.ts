import { z } from 'zod'
import { AgeType, Code, Id, Nothing, Pin, userText } from './fields.ts'
import { Birthday, CodeSent } from './session.ts'

export { AgeType }

export const Profile = z.object({
  id: Id,
  name: z.string(),
  avatar: z.object({ id: Id, image_path: z.string() }),
  has_pin: z.boolean(),
  lock: z.boolean(),
  age_type: AgeType,
  is_primary: z.boolean(),
  birthday: Birthday.nullable(),
})
export type Profile = z.infer<typeof Profile>

const name = userText(1, 30)
const fields = {
  name,
  avatar: Id,
  age_type: AgeType,
  birthday: Birthday.nullish(),
  pin: Pin.or(z.literal('')).optional(),
}
/** Three fields of the specification, and two more for the header. */
export const ActiveProfile = z.object({
  id: Id,
  name: z.string(),
  avatar: z.string(),
  is_primary: z.boolean(),
  age_type: AgeType,
})
export type ActiveProfile = z.infer<typeof ActiveProfile>

/** Schemas of the inputs and the reply of each call, by the name of its endpoint. */
export const profilesCalls = {
  listProfiles: {
    summary: 'Profiles of the user',
    data: z.object({ items: z.array(Profile) }),
  },
  getProfile: {
    summary: 'One profile',
    data: Profile,
  },
  createProfile: {
    summary: 'Add a profile',
    body: z.strictObject(fields),
    data: Profile,
  },
  updateProfile: {
    summary: 'Change a profile',
    body: z.strictObject(fields).partial(),
    data: Profile,
  },
  /** The HTTP layer moves profile_access_token into the HttpOnly cookie. */
  switchProfile: {
    summary: 'Switch to a profile',
    body: z.strictObject({ profile_id: Id, pin: Pin.or(z.literal('')) }),
    data: z.object({ profile: ActiveProfile, profile_access_token: z.string() }),
  },
  setPin: {
    summary: 'Set the PIN; an empty one removes the lock',
    body: z.strictObject({
      pin: Pin.or(z.literal('')),
      current_pin: Pin.or(z.literal('')).optional(),
    }),
    data: Nothing,
  },
  sendDeleteCode: {
    summary: 'Send the code that confirms deleting a profile',
    data: CodeSent,
  },
  deleteProfile: {
    summary: 'Delete a profile with the code',
    body: z.strictObject({ otp: Code, tracker_id: Id }),
    data: Nothing,
  },
  sendResetPinCode: {
    summary: 'Send the code that resets a PIN',
    data: CodeSent,
  },
  checkResetPinCode: {
    summary: 'Check the code that resets a PIN',
    body: z.strictObject({ otp: Code, tracker_id: Id }),
    data: z.object({ reset_token: z.string() }),
  },
  resetPin: {
    summary: 'Set a new PIN with the reset token',
    body: z.strictObject({ pin: Pin, reset_token: z.string().max(200) }),
    data: Nothing,
  },
}
