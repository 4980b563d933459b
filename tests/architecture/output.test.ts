/** What leaves a process: lines of the log, lines of a terminal, and calls to addresses. Each has one way out, which keeps secrets and controls in. */
import { expect, test } from 'vitest'
import { findings, sources, withoutComments } from '#tests/support/sources.ts'

const code = [...sources('src/service', ['.ts']), ...sources('src', ['.ts']).filter(isServer)].map(
  ({ path, text }) => ({ path, text: withoutComments(text) }),
)

function isServer({ path }: { path: string }): boolean {
  return /^src\/(?:server|fetch|runtime)\.ts$|^src\/http\//.test(path)
}

const found = (pattern: RegExp, allowed: readonly string[] = []) =>
  code.filter(({ path }) => !allowed.includes(path)).flatMap(file => findings(file, pattern))

test('commands print through cli/terminal.ts alone', () => {
  const own = [
    'src/service/cli/terminal.ts',
    'src/service/process-log.ts',
    // Tells the process that started it where it listens.
    'src/service/cli/fake-bank.ts',
  ]
  expect(found(/process\.std(?:out|err)\.write|\bconsole(?:\.\w+|\[)/g, own)).toEqual([])
})

test('there is one log', () => {
  expect(found(/\bpino\(/g, ['src/service/log.ts'])).toEqual([])
})

test('a line of the log is a constant: what differs are its fields, which are looked at', () => {
  expect(found(/\blog\.(?:trace|debug|info|warn|error|fatal)\([^)]*?[`]/g)).toEqual([])
})

test('an error is logged as `err`, not by its message, which may quote a row', () => {
  // `fault` is a GatewayError, whose message is made of its kind and code.
  const wrong =
    /\blog\.\w+\(\{[^}]*(?<!\bfault: )\b(?:error|failure|reason)\.(?:message|stack|detail)\b/g
  expect(found(wrong)).toEqual([])
})

test('no call follows redirects by itself', () => {
  expect(found(/redirect: 'follow'/g)).toEqual([])
})

test('replies of others are read within limits', () => {
  const whole = /\b(?:reply|response|answer)\.(?:text|json|arrayBuffer|blob|bytes)\(\)/g
  // What the pages read comes from the service itself.
  expect(found(whole).filter(line => line.startsWith('src/service/'))).toEqual([])
})
