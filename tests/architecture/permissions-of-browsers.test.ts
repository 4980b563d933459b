/** A browser's permission is asked for where a person has chosen what needs it, never by a page that opens. None is needed today. */
import { expect, test } from 'vitest'
import { findings, sources, withoutComments } from '#tests/support/sources.ts'

const ASKING =
  /requestPermission\b|pushManager\.subscribe|new Notification\(|getUserMedia|getCurrentPosition|watchPosition|requestMIDIAccess|storage\.persist\(/g

test('no code asks for notifications, place, camera or storage', () => {
  const files = ['src', 'public'].flatMap(folder =>
    sources(folder, ['.astro', '.ts', '.tsx', '.js']),
  )
  expect(files.length).toBeGreaterThan(500)
  const code = files.map(({ path, text }) => ({ path, text: withoutComments(text) }))
  expect(code.flatMap(file => findings(file, ASKING))).toEqual([])
})

test('the rule sees what asks', () => {
  const text = 'button.onclick = () => Notification.requestPermission()'
  expect(findings({ path: 'a.ts', text }, ASKING)).toHaveLength(1)
})
