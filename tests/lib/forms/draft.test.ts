import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraft, saveDraft } from '#src/lib/forms/draft.ts'
import { $session, forgetDrafts } from '#src/lib/session/session.store.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import { aStorage, watchAs } from '#tests/support/storage.ts'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', aStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
  $session.set(ANONYMOUS)
})

test('a draft belongs to the profile that wrote it', () => {
  watchAs('mother')
  saveDraft('comment', 'I liked it')
  watchAs('child')
  expect(readDraft('comment')).toBe('')
  saveDraft('comment', 'me too')
  watchAs('mother')
  expect(readDraft('comment')).toBe('I liked it')
  saveDraft('comment', '')
  expect(readDraft('comment')).toBe('')
})

test("a visitor's draft survives the sign-in and then belongs to the chosen profile", () => {
  saveDraft('comment', 'written before sign-in')
  watchAs('mother')
  expect(readDraft('comment')).toBe('written before sign-in')
  watchAs('child')
  expect(readDraft('comment')).toBe('')
  watchAs('mother')
  expect(readDraft('comment')).toBe('written before sign-in')
})

test('signing out deletes the draft', () => {
  watchAs('mother')
  for (const name of ['comment', 'ticket', 'reply']) saveDraft(name, 'text')
  sessionStorage.setItem('rows:/', '{}')
  forgetDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['rows:/'])
})
