import { describe, expect, test } from 'vitest'
import { userText } from '#src/contract/fields.ts'
import { countCharacters, countVisible } from '#src/contract/user-text.ts'
import { HOSTILE, TEN_THOUSAND_EMOJI } from '#tests/support/hostile-texts.ts'

const text = userText(3, 200)
const issueOf = (value: unknown) => text.safeParse(value).error?.issues[0]

describe('text from users', () => {
  test('keeps its content unchanged when marked as userText', () => {
    expect(HOSTILE).toHaveLength(60)
    expect(HOSTILE.filter(words => text.parse(words) !== words)).toEqual([])
  })

  test('loses only characters that the database rejects, and surrounding blanks', () => {
    expect(text.parse(' سلام\u0000 دنیا\ud83d ')).toBe('سلام دنیا\ufffd')
  })

  test('has a minimum number of visible characters', () => {
    expect(issueOf('  اب  ')).toMatchObject({ code: 'too_small', minimum: 3 })
    expect(issueOf('\u200c\u200b\u2060\u202e\ufe0f\u3164\u00a0 ا')).toMatchObject({
      code: 'too_small',
    })
    expect(issueOf('😀😀')).toMatchObject({ code: 'too_small' })
    expect(text.parse('😀😀😀')).toBe('😀😀😀')
  })

  test('has a maximum length, counted in characters as the database counts them', () => {
    expect(text.safeParse('😀'.repeat(200)).success).toBe(true)
    expect(issueOf('😀'.repeat(201))).toMatchObject({ code: 'too_big', maximum: 200 })
    expect(issueOf(TEN_THOUSAND_EMOJI)).toMatchObject({ code: 'too_big' })
    expect(countCharacters('👍🏽')).toBe(2)
    expect(countVisible('می‌روم')).toBe(5)
  })

  test('must be a string', () => {
    for (const value of [1, null, {}, ['abc'], undefined]) expect(issueOf(value)).toBeDefined()
  })
})
