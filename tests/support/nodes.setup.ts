// Runs once before the tests in tests/nodes: builds the site that their nodes run, and searches all logs afterwards.
import { build } from '../../scripts/bootstrap/build.mjs'
import { captureLogs } from './run-logs.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const endLogs = captureLogs()
  if (!(await build('Building'))) throw new Error('the site does not build')
  return endLogs
}
