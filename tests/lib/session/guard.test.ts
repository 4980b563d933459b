import { expect, test } from 'vitest'
import {
  guard,
  guardProfile,
  isRevalidatedOn,
  needsProfile,
  reasonOf,
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
  ['who is signed in has no business at login', 'visitor', viewer, '/'],
  ['who is signed in without a profile chooses one', 'visitor', user, '/profile?redirect=%2F'],
] as const)('%s', (_, need, state, away) => {
  expect(guard({ ...arrival, ...state, need })).toBe(away)
})

test('login leads on to the page that was wanted, if it is of this site', () => {
  const asked = { ...arrival, ...viewer, need: 'visitor' as const }
  expect(guard({ ...asked, back: '/packages' })).toBe('/packages')
  expect(guard({ ...asked, back: '//evil.example' })).toBe('/')
})

test('in English all of it happens under /en', () => {
  const english = { path: '/en/user', language: 'en' as const, need: 'profile' as const }
  expect(guard({ ...english, ...nobody })).toBe('/en/login?redirect=%2Fen%2Fuser')
  expect(guard({ ...english, ...user })).toBe('/en/profile?redirect=%2Fen%2Fuser')
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
  expect(needsProfile(path)).toBe(needs)
})

test.each([
  ['/', true],
  ['/user/bookmarks', true],
  ['/tickets', true],
  ['/user', false],
  ['/user/', false],
  ['/en/user/edit', false],
  ['/user/password', false],
  ['/packages', false],
  ['/packages/successGift', false],
  ['/packages/successPayment', false],
])('the session is checked again on %s: %s', (path, is) => {
  expect(isRevalidatedOn(path)).toBe(is)
})

const child = { age_type: 'under_7', is_primary: false }
const adult = { age_type: 'adult', is_primary: false }
const main = { age_type: 'adult', is_primary: true }
const KIDS = '/categories/kids/kids?from=grown-ups'

test.each([
  ['a child has no account', 'adult', child, KIDS],
  ['nor credentials', 'primary', child, KIDS],
  ['and keeps its own lists', 'profile', child, null],
  ['another adult pays', 'adult', adult, null],
  ['and chooses the main profile for the rest', 'primary', adult, `${PROFILE}&from=main-profile`],
  ['the main profile may all', 'primary', main, null],
] as const)('%s', (_, need, profile, away) => {
  expect(guardProfile(need, profile, arrival)).toBe(away)
})

test('in English a child goes to the English kids category', () => {
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
] as const)('%s is said only to whom it is about', (search, profile, reason) => {
  expect(reasonOf(search, profile)).toBe(reason)
})
