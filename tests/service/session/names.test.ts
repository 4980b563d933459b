import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProfile, listProfiles, updateProfile } from '#src/contract/endpoints/profiles.ts'
import { search } from '#src/contract/endpoints/search.ts'
import { getSelf, updateSelf } from '#src/contract/endpoints/session.ts'
import { countCharacters } from '#src/contract/user-text.ts'
import { failureOf } from '#src/lib/api/failure.ts'
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

/** What the client sends: control characters are taken out, since the service refuses them. */
const sent = (text: string) => plainText(text).trim()

test('the names of a user come back as written, whatever they are', async () => {
  const { api } = await aUser(service)
  for (const text of within(60)) {
    const changed = await api(updateSelf, { body: { name: text, family: text } })
    expect(changed).toMatchObject({ name: sent(text), family: sent(text) })
  }
  const told = await api(updateSelf, { body: { name: 'نام\u0000\ud83d', family: '' } })
  expect(told).toMatchObject({ name: 'نام\ufffd', family: '' })
  for (const name of [TEN_THOUSAND_EMOJI, 'ا'.repeat(61)])
    expect(await api(updateSelf, { body: { name } }).catch(failureOf)).toMatchObject({
      errors: { name: ['validation.maxLength', { length: 60 }] },
    })
  expect(await api(getSelf)).toMatchObject({ name: 'نام\ufffd' })
})

test('the name of a profile comes back as written; one that cannot be seen is none', async () => {
  const { api } = await aUser(service)
  const profile = { avatar: 'type-2-2', age_type: 'adult' as const }
  const { id } = await api(createProfile, { body: { ...profile, name: 'سارا' } })
  for (const name of within(30)) {
    await api(updateProfile, { params: { id }, body: { ...profile, name } })
    const { items } = await api(listProfiles)
    expect(items.find(each => each.id === id)?.name).toBe(sent(name))
  }
  for (const name of ['', '\u200c\u2060\u202e', '\u0000'])
    expect(await api(createProfile, { body: { ...profile, name } }).catch(failureOf)).toMatchObject(
      { errors: { name: 'validation.required' } },
    )
})

test('every hostile query is searched for, and finds nothing that breaks', async () => {
  for (const query of within(200)) {
    const { promoted_videos, movies } = await service.api(search, { query: { query } })
    expect([promoted_videos, movies].every(Array.isArray)).toBe(true)
  }
})
