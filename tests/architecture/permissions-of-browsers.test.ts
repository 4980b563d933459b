/** A browser permission is requested only after a user chooses something that needs it, never when a page opens. None is needed today. */
import { expect, test } from 'vitest'
import { findings, sources, withoutComments } from '#tests/support/sources.ts'

const ASKING =
  /requestPermission\b|pushManager\.subscribe|new Notification\(|getUserMedia|getCurrentPosition|watchPosition|requestMIDIAccess|storage\.persist\(/g

test('no code requests notifications, location, camera or storage', () => {
  const files = ['src', 'public'].flatMap(folder =>
    sources(folder, ['.astro', '.ts', '.tsx', '.js']),
  )
  expect(files.length).toBeGreaterThan(500)
  const code = files.map(({ path, text }) => ({ path, text: withoutComments(text) }))
  expect(code.flatMap(file => findings(file, ASKING))).toEqual([])
})

test('the rule finds code that requests them', () => {
  const text = 'button.onclick = () => Notification.requestPermission()'
  expect(findings({ path: 'a.ts', text }, ASKING)).toHaveLength(1)
})
