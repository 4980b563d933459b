import { endpoint } from '../endpoint.ts'

export const listProfiles = endpoint({
  name: 'listProfiles',
  method: 'GET',
  path: '/users/profile/',
  access: 'user',
})

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/users/profile/{id}',
  access: 'user',
})

export const createProfile = endpoint({
  name: 'createProfile',
  method: 'POST',
  path: '/users/profile',
  access: 'primary',
  idempotent: true,
})

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/users/profile/{id}',
  access: 'primary',
  session: 'updates_profile',
})

export const switchProfile = endpoint({
  name: 'switchProfile',
  method: 'POST',
  path: '/users/profile/switch',
  access: 'user',
  session: 'switches',
})

export const setPin = endpoint({
  name: 'setPin',
  method: 'PUT',
  path: '/users/profile/pin/{id}',
  access: 'primary',
})

export const sendDeleteCode = endpoint({
  name: 'sendDeleteCode',
  method: 'GET',
  path: '/users/profile/delete/{id}',
  access: 'primary',
  effect: true,
})

export const deleteProfile = endpoint({
  name: 'deleteProfile',
  method: 'POST',
  path: '/users/profile/delete/{id}',
  access: 'primary',
})

export const sendResetPinCode = endpoint({
  name: 'sendResetPinCode',
  method: 'GET',
  path: '/users/profile/reset-pin/{id}',
  access: 'user',
  notForChildren: true,
  effect: true,
})

export const checkResetPinCode = endpoint({
  name: 'checkResetPinCode',
  method: 'POST',
  path: '/users/profile/reset-pin-otpcheck/{id}',
  access: 'user',
  notForChildren: true,
})

export const resetPin = endpoint({
  name: 'resetPin',
  method: 'POST',
  path: '/users/profile/reset-pin/{id}',
  access: 'user',
  notForChildren: true,
})
