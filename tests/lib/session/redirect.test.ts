import { expect, test } from 'vitest'
import { returnPath, safeRedirect } from '#src/lib/session/redirect.ts'

const ELSEWHERE = [
  'https://evil.example/',
  'http:evil.example',
  'HTTPS://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\u0000/evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'evil.example',
  '@evil.example',
  '?redirect=//evil.example',
  '#//evil.example',
  '/%2f%2fevil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%252f%252fevil.example',
  '/%255cevil.example',
  '/%25255cevil.example',
  '/%09/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/./%2e%2e//evil.example',
  '/a/..//evil.example',
  '/..//evil.example',
  '/%2e%2e/%2f/evil.example',
  '/%',
  '/%ff',
  '/login',
  '/login?redirect=/login',
  '/en/login/',
  '/LOGIN',
  '/sso?expiration_token=x',
  '/en/sso',
  '/api/access-token/users/_self',
  '/register',
  '/x/../login',
  '/%6cogin',
  '/fake/bank',
  '/dev/outbox',
  '/payments/zarinpal/callback',
  `/${'a'.repeat(2_100)}`,
  '',
]

test.each(ELSEWHERE)('redirect=%j is not followed', raw => {
  expect(safeRedirect(raw)).toBe('/')
})

test.each([null, undefined])('redirect=%j means home', raw => {
  expect(safeRedirect(raw)).toBe('/')
})

test.each([
  '/',
  '/en/',
  '/user/edit?profileId=abc',
  '/contents?query=%D8%AF%D8%B1%DB%8C%D8%A7&order=latest',
  '/contents/aB3xY9z/%D8%AF%D8%B1%DB%8C%D8%A7',
  '/contents?query=a//b\\c',
  '/packages#faq',
  '/loginless',
  '/play/aB3xY9z',
])('redirect=%j is kept', raw => {
  const path = safeRedirect(raw)
  expect(new URL(path, 'https://a.example').origin).toBe('https://a.example')
  expect(path.split('?')[0]).toBe(raw.split('?')[0])
})

test.each([
  ['/login?redirect=%2Fuser', '/user'],
  ['/en/login?redirect=%2Fen%2Ftickets%2Fab12', '/en/tickets/ab12'],
  ['/register?redirect=/payment?package=p1#x', '/payment?package=p1'],
  ['/login?redirect=%2Flogin%3Fredirect%3D%252Fpayment%253Fpackage%253Dp1', '/payment?package=p1'],
  ['/sso?expiration_token=x&redirect=%2Fplay%2Fab', '/play/ab'],
  ['/profile?redirect=%2Fuser%2Fedit', '/user/edit'],
  ['/profile/pin?profileId=p1&redirect=%2Fuser', '/user'],
  ['/login?redirect=//evil.example', '/'],
  ['/sso?expiration_token=x', '/'],
])('%s is never a page to return to, but %s', (path, to) => {
  expect(returnPath(path)).toBe(to)
  expect(safeRedirect(path)).toBe(to)
})

test.each(['/tv?code=123456', '/profile', '/profile/choose', '/user?redirect=%2Flogin'])(
  '%s is a page to return to',
  path => expect(returnPath(path)).toBe(path),
)
