import { endpoint } from '../endpoint.ts'

export const listBookmarks = endpoint({
  name: 'listBookmarks',
  method: 'GET',
  path: '/users/_self/bookmarks',
  access: 'profile',
})

export const addBookmark = endpoint({
  name: 'addBookmark',
  method: 'POST',
  path: '/users/_self/bookmarks',
  access: 'profile',
})

export const removeBookmark = endpoint({
  name: 'removeBookmark',
  method: 'DELETE',
  path: '/users/_self/bookmarks/{id}',
  access: 'profile',
})

export const listHistory = endpoint({
  name: 'listHistory',
  method: 'GET',
  path: '/users/_self/profile',
  access: 'profile',
})

export const listContinueWatching = endpoint({
  name: 'listContinueWatching',
  method: 'GET',
  path: '/users/_self/profile/continue-watching',
  access: 'profile',
  session: 'lists_unfinished',
})

export const removeContinueWatching = endpoint({
  name: 'removeContinueWatching',
  method: 'DELETE',
  path: '/users/_self/profile/continue-watching/{id}',
  access: 'profile',
})

export const addReminder = endpoint({
  name: 'addReminder',
  method: 'POST',
  path: '/users/_self/reminders',
  access: 'profile',
})

export const removeReminder = endpoint({
  name: 'removeReminder',
  method: 'DELETE',
  path: '/users/_self/reminders/{id}',
  access: 'profile',
})

export const listPersonalRows = endpoint({
  name: 'listPersonalRows',
  method: 'GET',
  path: '/users/_self/profile/rows',
  access: 'profile',
})
