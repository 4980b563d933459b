import { endpoint } from '../endpoint.ts'

export const listContents = endpoint({
  name: 'listContents',
  method: 'GET',
  path: '/video-contents',
  access: 'anonymous',
})

export const getContent = endpoint({
  name: 'getContent',
  method: 'GET',
  path: '/video-contents/{short_id}',
  access: 'anonymous',
})

export const getArtist = endpoint({
  name: 'getArtist',
  method: 'GET',
  path: '/artists/{short_id}',
  access: 'anonymous',
})

export const getConditionalProp = endpoint({
  name: 'getConditionalProp',
  method: 'GET',
  path: '/video-contents/{id}/conditional-prop',
  access: 'anonymous',
})

export const getConditionalProps = endpoint({
  name: 'getConditionalProps',
  method: 'POST',
  path: '/video-contents/conditional-props-compact',
  access: 'anonymous',
})

export const listComments = endpoint({
  name: 'listComments',
  method: 'GET',
  path: '/video-contents/{id}/comments',
  access: 'anonymous',
})

export const addComment = endpoint({
  name: 'addComment',
  method: 'POST',
  path: '/video-contents/{id}/comments',
  access: 'profile',
  idempotent: true,
})

export const reportComment = endpoint({
  name: 'reportComment',
  method: 'POST',
  path: '/comments/{id}/report',
  access: 'profile',
})

export const like = endpoint({
  name: 'like',
  method: 'POST',
  path: '/video-contents/{id}/like',
  access: 'profile',
})

export const dislike = endpoint({
  name: 'dislike',
  method: 'POST',
  path: '/video-contents/{id}/dislike',
  access: 'profile',
})
