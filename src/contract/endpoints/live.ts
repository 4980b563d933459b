import { endpoint } from '../endpoint.ts'

export const getGuide = endpoint({
  name: 'getGuide',
  method: 'GET',
  path: '/video-contents/{id}/guide',
  access: 'anonymous',
})
