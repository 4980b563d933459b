/** docs/operations.md quotes the log as the code writes it, and every card says how to end a fault. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sources } from '#tests/support/sources.ts'

const document = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const faults = /\n## Faults\n([\s\S]*?)\n## /.exec(document)?.[1] ?? ''
const cards = faults.split(/^#{4} /m).slice(1)

test('every card has a symptom, a cause, what to do, how to check it, and a test', () => {
  expect(cards.length).toBeGreaterThan(30)
  for (const card of cards) {
    const parts = [...card.matchAll(/^- \*\*(\w+):\*\* /gm)].map(([, part]) => part)
    expect(parts.join(), card).toMatch(/^Symptom,Cause,Do,Check,Tests?$/)
  }
})

test('the lines of the log that the cards quote are in the code', () => {
  const code = sources('src', ['.ts'])
    .map(({ text }) => text)
    .join('\n')
  const quoted = cards.flatMap(card =>
    [...card.matchAll(/[Ll]og (`[^`]+`(?:, (?:then )?`[^`]+`)*)/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line.replace(/\s+/g, ' ')),
    ),
  )
  expect(quoted.length).toBeGreaterThan(25)
  expect(quoted.filter(line => !code.includes(line))).toEqual([])
})
