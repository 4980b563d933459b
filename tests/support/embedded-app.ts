// An app in a process of its own, for tests that kill it: starts the embedded database, says its address.
import { startEmbedded } from '#src/service/db/embedded.ts'
import { quiet } from '#tests/support/quiet.ts'

try {
  const { url, stop } = await startEmbedded(process.argv[2] ?? '', quiet)
  process.on('SIGTERM', () => stop().then(() => process.exit(0)))
  process.stdout.write(`${JSON.stringify({ url })}\n`)
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: String(error) })}\n`)
}
