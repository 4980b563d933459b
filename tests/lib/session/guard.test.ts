import { expect, test } from 'vitest'
import {
  accessRedirect,
  guardProfile,
  redirectReason,
  requiresProfile,
  revalidatesSession,
} from '#src/lib/session/guard.ts'

const arrival = { path: '/user?tab=devices', language: 'fa' as const }
const nobody = { isSignedIn: false, hasProfile: false }
const user = { isSignedIn: true, hasProfile: false }
const viewer = { isSignedIn: true, hasProfile: true }
const LOGIN = '/login?redirect=%2Fuser%3Ftab%3Ddevices'
const PROFILE = '/profile?redirect=%2Fuser%3Ftab%3Ddevices'

test.each([
  ['a visitor goes to login from an account page', 'profile', nobody, LOGIN],
  ['a visitor goes to login from the profile pages', 'user', nobody, LOGIN],
  ['a token without a profile goes to the profiles', 'profile', user, PROFILE],
  ['a token without a profile may choose one', 'user', user, null],
  ['a viewer stays', 'profile', viewer, null],
  ['a visitor may sign in', 'visitor', nobody, null],
  ['a signed-in viewer is redirected away from login', 'visitor', viewer, '/'],
  ['a signed-in viewer without a profile chooses one', 'visitor', user, '/profile?redirect=%2F'],
] as const)('%s', (_, need, state, away) => {
  expect(accessRedirect({ ...arrival, ...state, need })).toBe(away)
})

test('login continues to the requested page if it is on this site', () => {
  const asked = { ...arrival, ...viewer, need: 'visitor' as const }
  expect(accessRedirect({ ...asked, back: '/packages' })).toBe('/packages')
  expect(accessRedirect({ ...asked, back: '//evil.example' })).toBe('/')
})

test('a page on the way is not the page to return to', () => {
  const pin = { path: '/profile/pin?profileId=p1&redirect=%2Fuser', language: 'fa' as const }
  expect(accessRedirect({ ...pin, ...nobody, need: 'user' })).toBe('/login?redirect=%2Fuser')
  const login = { path: '/login', language: 'fa' as const, need: 'visitor' as const }
  const back = '/login?redirect=%2Ftickets%2Fab12'
  expect(accessRedirect({ ...login, ...viewer, back })).toBe('/tickets/ab12')
})

test('English pages redirect to paths under /en', () => {
  const english = { path: '/en/user', language: 'en' as const, need: 'profile' as const }
  expect(accessRedirect({ ...english, ...nobody })).toBe('/en/login?redirect=%2Fen%2Fuser')
  expect(accessRedirect({ ...english, ...user })).toBe('/en/profile?redirect=%2Fen%2Fuser')
})

test.each([
  ['/', true],
  ['/contents/abc/slug', true],
  ['/user', true],
  ['/tvshows', true],
  ['/profile', false],
  ['/profile/pin', false],
  ['/login', false],
  ['/register', false],
  ['/en/tv', false],
  ['/sso', false],
])('%s asks for a profile: %s', (path, needs) => {
  expect(requiresProfile(path)).toBe(needs)
})

test.each([
  ['/', true],
  ['/user/bookmarks', true],
  ['/tickets', true],
  ['/user', false],
  ['/user/', false],
  ['/en/user/edit', false],
  ['/user/password', false],
  ['/login', false],
  ['/en/register', false],
  ['/sso', false],
  ['/packages', false],
  ['/packages/successGift', false],
  ['/packages/successPayment', false],
])('the session is checked again on %s: %s', (path, is) => {
  expect(revalidatesSession(path)).toBe(is)
})

const child = { age_type: 'under_7', is_primary: false }
const adult = { age_type: 'adult', is_primary: false }
const main = { age_type: 'adult', is_primary: true }
const KIDS = '/categories/kids/kids?from=grown-ups'

test.each([
  ['a child has no account', 'adult', child, KIDS],
  ['a child has no credentials', 'primary', child, KIDS],
  ['a child keeps its own lists', 'profile', child, null],
  ['another adult pays', 'adult', adult, null],
  [
    'another adult chooses the main profile for the rest',
    'primary',
    adult,
    `${PROFILE}&from=main-profile`,
  ],
  ['the main profile may do everything', 'primary', main, null],
] as const)('%s', (_, need, profile, away) => {
  expect(guardProfile(need, profile, arrival)).toBe(away)
})

test('on English pages a child is redirected to the English kids category', () => {
  expect(guardProfile('adult', child, { path: '/en/user', language: 'en' })).toBe(`/en${KIDS}`)
})

test.each([
  ['?from=grown-ups', child, 'grown-ups'],
  ['?from=grown-ups', adult, null],
  ['?from=grown-ups', null, null],
  ['?from=age', child, 'age'],
  ['?from=age', adult, null],
  ['?from=main-profile', adult, 'main-profile'],
  ['?from=main-profile', main, null],
  ['?from=<b>', child, null],
  ['', child, null],
] as const)('%s is shown only to the viewer it concerns', (search, profile, reason) => {
  expect(redirectReason(search, profile)).toBe(reason)
})
