/**
 * Everything that leaves a process: lines of the log, lines of a terminal, and calls to addresses. Each has a single exit, which
 * removes secrets and control characters.
 */
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

test('commands print only through cli/terminal.ts', () => {
  const own = [
    'src/service/operations/cli/terminal.ts',
    'src/service/platform/process-log.ts',
    // This command reports its address to the process that started it.
    'src/service/operations/cli/fake-bank.ts',
  ]
  expect(
    found(/process\.std(?:out|err)\.write|\bconsole(?:\.(?!(?:md|ts)\b)\w+|\[)/g, own),
  ).toEqual([])
})

test('there is only one log', () => {
  expect(found(/\bpino\(/g, ['src/service/platform/log.ts'])).toEqual([])
})

test('the message of a log line is a constant: values are fields, which are checked', () => {
  expect(found(/\blog\.(?:trace|debug|info|warn|error|fatal)\([^)]*?[`]/g)).toEqual([])
})

test('an error is logged as `err`, not by its message, which may quote a row', () => {
  // `fault` is a GatewayError, whose message is made of its kind and code.
  const wrong =
    /\blog\.\w+\(\{[^}]*(?<!\bfault: )\b(?:error|failure|reason)\.(?:message|stack|detail)\b/g
  expect(found(wrong)).toEqual([])
})

test('no call follows redirects automatically', () => {
  expect(found(/redirect: 'follow'/g)).toEqual([])
})

test('replies of other servers are read within limits', () => {
  const whole = /\b(?:reply|response|answer)\.(?:text|json|arrayBuffer|blob|bytes)\(\)/g
  // The replies that pages read come from the service itself.
  expect(found(whole).filter(line => line.startsWith('src/service/'))).toEqual([])
})
