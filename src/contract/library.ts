import { z } from 'zod'
import { ContentCard } from './content.ts'
import { endpoint } from './endpoint.ts'
import { Id, list, Nothing, Paging } from './fields.ts'

export const listBookmarks = endpoint({
  method: 'GET',
  path: '/users/_self/bookmarks',
  access: 'profile',
  summary: 'Bookmarks',
  query: z.strictObject(Paging),
  data: list(ContentCard),
})
export const addBookmark = endpoint({
  method: 'POST',
  path: '/users/_self/bookmarks',
  access: 'profile',
  summary: 'Bookmark a title',
  body: z.strictObject({ video_content_id: Id }),
  data: Nothing,
})
export const removeBookmark = endpoint({
  method: 'DELETE',
  path: '/users/_self/bookmarks/{id}',
  access: 'profile',
  summary: 'Remove the bookmark; id is the content',
  data: Nothing,
})
export const listHistory = endpoint({
  method: 'GET',
  path: '/users/_self/profile',
  access: 'profile',
  summary: 'Watch history',
  query: z.strictObject({
    ...Paging,
    video_content_type: z.string().max(40).optional(),
  }),
  data: list(ContentCard),
})
export const listContinueWatching = endpoint({
  method: 'GET',
  path: '/users/_self/profile/continue-watching',
  access: 'profile',
  summary: 'Begun and not finished',
  query: z.strictObject(Paging),
  data: list(ContentCard),
})
export const removeContinueWatching = endpoint({
  method: 'DELETE',
  path: '/users/_self/profile/continue-watching/{id}',
  access: 'profile',
  summary: 'Take one off that list',
  data: Nothing,
})
