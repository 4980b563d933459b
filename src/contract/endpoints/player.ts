import { endpoint } from '../endpoint.ts'

export const getPlayback = endpoint({
  name: 'getPlayback',
  method: 'GET',
  path: '/video-contents/{id}/files/{fileId}/{use}',
  access: 'anonymous',
  effect: true,
})

export const heartbeat = endpoint({
  name: 'heartbeat',
  method: 'POST',
  path: '/video-contents/{id}/files/{fileId}/playback',
  access: 'profile',
  session: 'starts_title',
})

export const makeReceiverLink = endpoint({
  name: 'makeReceiverLink',
  method: 'POST',
  path: '/video-contents/{id}/files/{fileId}/receiver',
  access: 'profile',
})

export const endLease = endpoint({
  name: 'endLease',
  method: 'DELETE',
  path: '/playback/leases/{id}',
  access: 'profile',
})

export const reportAdvert = endpoint({
  name: 'reportAdvert',
  method: 'POST',
  path: '/playback/adverts/{token}',
  access: 'anonymous',
})
