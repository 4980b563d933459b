// A process for tests that kill it: starts the embedded database and prints its URL.
import { startEmbedded } from '#src/service/platform/db/embedded.ts'
import { silentLog } from '#tests/support/silent-log.ts'

try {
  const { url, stop } = await startEmbedded(process.argv[2] ?? '', silentLog)
  process.on('SIGTERM', () => stop().then(() => process.exit(0)))
  process.stdout.write(`${JSON.stringify({ url })}\n`)
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ rejected: String(error) })}\n`)
}
