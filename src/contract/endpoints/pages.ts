import { endpoint } from '../endpoint.ts'

export const getHomePage = endpoint({
  name: 'getHomePage',
  method: 'GET',
  path: '/widgets/personal-home-page',
  access: 'anonymous',
})

export const listCategories = endpoint({
  name: 'listCategories',
  method: 'GET',
  path: '/categories',
  access: 'anonymous',
})

export const getCategory = endpoint({
  name: 'getCategory',
  method: 'GET',
  path: '/categories/{id}',
  access: 'anonymous',
})

export const getSystemMessage = endpoint({
  name: 'getSystemMessage',
  method: 'GET',
  path: '/popup-message',
  access: 'anonymous',
})

export const getGlobalData = endpoint({
  name: 'getGlobalData',
  method: 'GET',
  path: '/global-data',
  access: 'anonymous',
})

export const reportClientError = endpoint({
  name: 'reportClientError',
  method: 'POST',
  path: '/client-errors',
  access: 'anonymous',
})

export const reportWebVitals = endpoint({
  name: 'reportWebVitals',
  method: 'POST',
  path: '/web-vitals',
  access: 'anonymous',
})

export const listSitemapChunks = endpoint({
  name: 'listSitemapChunks',
  method: 'GET',
  path: '/sitemap/{kind}/chunks',
  access: 'anonymous',
})
export const listForSitemap = endpoint({
  name: 'listForSitemap',
  method: 'GET',
  path: '/sitemap/{kind}',
  access: 'anonymous',
})
