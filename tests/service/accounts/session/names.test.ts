import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProfile, listProfiles, updateProfile } from '#src/contract/endpoints/profiles.ts'
import { search } from '#src/contract/endpoints/search.ts'
import { getSelf, updateSelf } from '#src/contract/endpoints/session.ts'
import { countCharacters } from '#src/contract/user-text.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { plainText } from '#src/lib/text/controls.ts'
import { HOSTILE, TEN_THOUSAND_EMOJI } from '#tests/support/hostile-texts.ts'
import { aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const within = (most: number) => HOSTILE.filter(text => countCharacters(text) <= most)

/** The text as the client sends it, without control characters, which the service refuses. */
const sent = (text: string) => plainText(text).trim()

test('any name of a user is returned as it was written', async () => {
  const { api } = await aUser(service)
  for (const text of within(60)) {
    const changed = await api(updateSelf, { body: { name: text, family: text } })
    expect(changed).toMatchObject({ name: sent(text), family: sent(text) })
  }
  const told = await api(updateSelf, { body: { name: 'نام\u0000\ud83d', family: '' } })
  expect(told).toMatchObject({ name: 'نام\ufffd', family: '' })
  for (const name of [TEN_THOUSAND_EMOJI, 'ا'.repeat(61)])
    expect(await api(updateSelf, { body: { name } }).catch(toFailure)).toMatchObject({
      errors: { name: ['validation.maxLength', { length: 60 }] },
    })
  expect(await api(getSelf)).toMatchObject({ name: 'نام\ufffd' })
})

test('the name of a profile is returned as it was written, and an invisible name is refused', async () => {
  const { api } = await aUser(service)
  const profile = { avatar: 'type-2-2', age_type: 'adult' as const }
  const { id } = await api(createProfile, { body: { ...profile, name: 'سارا' } })
  for (const name of within(30)) {
    await api(updateProfile, { params: { id }, body: { ...profile, name } })
    const { items } = await api(listProfiles)
    expect(items.find(each => each.id === id)?.name).toBe(sent(name))
  }
  for (const name of ['', '\u200c\u2060\u202e', '\u0000'])
    expect(await api(createProfile, { body: { ...profile, name } }).catch(toFailure)).toMatchObject(
      { errors: { name: 'validation.required' } },
    )
})

test('every hostile query is searched for without an error or broken markup, unless too little of it is visible', async () => {
  let searched = 0
  for (const query of within(200)) {
    const found = await service.api(search, { query: { query } }).catch(toFailure)
    if ('promoted_videos' in found) {
      expect([found.promoted_videos, found.movies].every(Array.isArray)).toBe(true)
      searched++
    } else expect(found).toMatchObject({ status: 422, result: 'validation_error' })
  }
  expect(searched).toBeGreaterThan(within(200).length / 2)
})
