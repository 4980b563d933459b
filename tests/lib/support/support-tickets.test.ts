import { expect, test } from 'vitest'
import { DEPARTMENTS } from '#src/contract/values.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { statusBadge, supportTicketProblems } from '#src/lib/support/support.ts'

test('the states are awaiting review, answered, completed, and unknown for all others', () => {
  const text = (status: string) => getT('en')(statusBadge(status).key)
  expect(['pending', 'in_progress', 'completed', 'none', 'new-one'].map(text)).toEqual([
    'Awaiting review',
    'Answered',
    'Completed',
    'Unknown',
    'Unknown',
  ])
})

test('the departments are those of the specification', () => {
  expect(DEPARTMENTS).toEqual(['none', 'technical', 'support', 'content', 'management'])
})

test('the form reports missing and too long fields before it is sent', () => {
  const problems = (title: string, text: string) =>
    supportTicketProblems({ title, text, department: 'none' })
  expect(problems('', 'ab')).toEqual({
    title: 'validation.required',
    text: ['validation.minLength', { length: 3 }],
  })
  expect(problems('x'.repeat(121), '\u200c\u200c\u200c\u200c')).toEqual({
    title: ['validation.maxLength', { length: 120 }],
    text: ['validation.minLength', { length: 3 }],
  })
  expect(problems('عنوان', '😀😀😀')).toEqual({})
})
