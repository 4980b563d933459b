import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AgeType, Code, Id, Nothing, Pin } from './fields.ts'
import { Birthday, CodeSent } from './session.ts'
import { written } from './written.ts'

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

const name = written(1, 30)
const fields = {
  name,
  avatar: Id,
  age_type: AgeType,
  birthday: Birthday.nullish(),
  pin: Pin.or(z.literal('')).optional(),
}

export const listProfiles = endpoint({
  method: 'GET',
  path: '/users/profile/',
  access: 'user',
  summary: 'Profiles of the user',
  data: z.object({ items: z.array(Profile) }),
})
export const getProfile = endpoint({
  method: 'GET',
  path: '/users/profile/{id}',
  access: 'user',
  summary: 'One profile',
  data: Profile,
})
export const createProfile = endpoint({
  method: 'POST',
  path: '/users/profile',
  access: 'primary',
  idempotent: true,
  summary: 'Add a profile',
  body: z.strictObject(fields),
  data: Profile,
})
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/users/profile/{id}',
  access: 'primary',
  summary: 'Change a profile',
  body: z.strictObject(fields).partial(),
  data: Profile,
})
/** The spec's three fields, and the two that the header shows. */
export const ActiveProfile = z.object({
  id: Id,
  name: z.string(),
  avatar: z.string(),
  is_primary: z.boolean(),
  age_type: AgeType,
})
export type ActiveProfile = z.infer<typeof ActiveProfile>
/** profile_access_token leaves the HTTP layer as part of the HttpOnly cookie. */
export const switchProfile = endpoint({
  method: 'POST',
  path: '/users/profile/switch',
  access: 'user',
  summary: 'Watch as this profile',
  body: z.strictObject({ profile_id: Id, pin: Pin.or(z.literal('')) }),
  data: z.object({ profile: ActiveProfile, profile_access_token: z.string() }),
})
export const setPin = endpoint({
  method: 'PUT',
  path: '/users/profile/pin/{id}',
  access: 'primary',
  summary: 'Set the PIN; an empty one removes the lock',
  body: z.strictObject({
    pin: Pin.or(z.literal('')),
    current_pin: Pin.or(z.literal('')).optional(),
  }),
  data: Nothing,
})
export const sendDeleteCode = endpoint({
  method: 'GET',
  path: '/users/profile/delete/{id}',
  access: 'primary',
  effect: true,
  summary: 'Send the code that confirms deleting',
  data: CodeSent,
})
export const deleteProfile = endpoint({
  method: 'POST',
  path: '/users/profile/delete/{id}',
  access: 'primary',
  summary: 'Delete a profile with the code',
  body: z.strictObject({ otp: Code, tracker_id: Id }),
  data: Nothing,
})
export const sendResetPinCode = endpoint({
  method: 'GET',
  path: '/users/profile/reset-pin/{id}',
  access: 'user',
  notForChildren: true,
  effect: true,
  summary: 'Send the code that resets a PIN',
  data: CodeSent,
})
export const checkResetPinCode = endpoint({
  method: 'POST',
  path: '/users/profile/reset-pin-otpcheck/{id}',
  access: 'user',
  notForChildren: true,
  summary: 'Check that code',
  body: z.strictObject({ otp: Code, tracker_id: Id }),
  data: z.object({ reset_token: z.string() }),
})
export const resetPin = endpoint({
  method: 'POST',
  path: '/users/profile/reset-pin/{id}',
  access: 'user',
  notForChildren: true,
  summary: 'Set a new PIN with the reset token',
  body: z.strictObject({ pin: Pin, reset_token: z.string().max(200) }),
  data: Nothing,
})
