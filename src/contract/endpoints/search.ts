import { endpoint } from '../endpoint.ts'

export const search = endpoint({
  name: 'search',
  method: 'GET',
  path: '/search',
  access: 'anonymous',
})

export const listPopularTitles = endpoint({
  name: 'listPopularTitles',
  method: 'GET',
  path: '/search/popular',
  access: 'anonymous',
})

export const recordSearchClick = endpoint({
  name: 'recordSearchClick',
  method: 'GET',
  path: '/search/click',
  access: 'anonymous',
  effect: true,
})
