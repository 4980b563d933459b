import { endpoint } from '../endpoint.ts'

export const getSelf = endpoint({
  name: 'getSelf',
  method: 'GET',
  path: '/users/_self',
  access: 'user',
  session: 'updates_user',
})

export const updateSelf = endpoint({
  name: 'updateSelf',
  method: 'PUT',
  path: '/users/_self',
  access: 'primary',
  session: 'updates_user',
})

export const getApproaches = endpoint({
  name: 'getApproaches',
  method: 'GET',
  path: '/access-token/users/{msisdn}/approaches',
  access: 'anonymous',
})

export const sendOtp = endpoint({
  name: 'sendOtp',
  method: 'GET',
  path: '/access-token/users/{msisdn}/otp',
  access: 'anonymous',
  effect: true,
})

export const loginByOtp = endpoint({
  name: 'loginByOtp',
  method: 'POST',
  path: '/access-token/users/{msisdn}/otp',
  access: 'anonymous',
  session: 'opens',
})

export const loginByPassword = endpoint({
  name: 'loginByPassword',
  method: 'POST',
  path: '/access-token/users/{msisdn}/password',
  access: 'anonymous',
  session: 'opens',
})

export const resolveSessions = endpoint({
  name: 'resolveSessions',
  method: 'POST',
  path: '/access-token/users/{msisdn}',
  access: 'limited',
  session: 'opens',
})

export const logout = endpoint({
  name: 'logout',
  method: 'DELETE',
  path: '/access-token/users/_self',
  access: 'user',
  session: 'ends',
})

export const startRemoteAccess = endpoint({
  name: 'startRemoteAccess',
  method: 'POST',
  path: '/access-token/remote-access',
  access: 'anonymous',
})

export const pollRemoteAccess = endpoint({
  name: 'pollRemoteAccess',
  method: 'GET',
  path: '/access-token/remote-access/{poll_token}',
  access: 'anonymous',
  session: 'opens',
  effect: true,
})

export const allowRemoteAccess = endpoint({
  name: 'allowRemoteAccess',
  method: 'POST',
  path: '/access-token/users/remote-access/{code}',
  access: 'primary',
  reauth: 'any',
})

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/access-token/users/_self/sessions',
  access: 'primary',
})

export const endSessions = endpoint({
  name: 'endSessions',
  method: 'POST',
  path: '/access-token/users/_self/sessions/end',
  access: 'primary',
  reauth: 'any',
})

export const sendReauthCode = endpoint({
  name: 'sendReauthCode',
  method: 'POST',
  path: '/access-token/users/_self/reauth',
  access: 'primary',
})

export const confirmReauth = endpoint({
  name: 'confirmReauth',
  method: 'POST',
  path: '/access-token/users/_self/reauth/confirm',
  access: 'primary',
})

export const checkPassword = endpoint({
  name: 'checkPassword',
  method: 'POST',
  path: '/users/_self/password/_current',
  access: 'primary',
})

export const setFirstPassword = endpoint({
  name: 'setFirstPassword',
  method: 'PUT',
  path: '/users/_self/password',
  access: 'primary',
  reauth: 'code',
})

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/users/_self/password',
  access: 'primary',
})

export const thirdPartyLogin = endpoint({
  name: 'thirdPartyLogin',
  method: 'POST',
  path: '/third-party-authentication',
  access: 'anonymous',
  session: 'opens',
})

export const sendPartnerCode = endpoint({
  name: 'sendPartnerCode',
  method: 'POST',
  path: '/third-party-authentication/code',
  access: 'anonymous',
})

export const checkSso = endpoint({
  name: 'checkSso',
  method: 'GET',
  path: '/sso/check',
  access: 'anonymous',
})

export const listAvatars = endpoint({
  name: 'listAvatars',
  method: 'GET',
  path: '/users/static-avatar',
  access: 'anonymous',
})
