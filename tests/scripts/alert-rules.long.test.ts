/** Prometheus loads the alert rules of ops/prometheus and runs their tests. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { root } from '#tests/support/sources.ts'

const run = promisify(execFile)
const options = { cwd: join(root, 'ops/prometheus') }
const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)

// .ci/run installs promtool; it may be missing elsewhere. Its exit code is not 0 if a rule or a test fails.
test.skipIf(!hasPromtool && !process.env.CI)(
  'the alert rules are valid and fire exactly when they should',
  async () => {
    await run('promtool', ['check', 'rules', 'alerts.yml'], options)
    await run('promtool', ['test', 'rules', 'alerts.test.yml'], options)
  },
)
