// A process for a test that closes its terminal. It logs two lines, then ends at once or after the write has failed.
import { nodeLog } from '#src/service/platform/log.ts'

const log = nodeLog({ LOG_LEVEL: 'info', MODE: 'demo' })
process.on('SIGHUP', () => {
  log.info('draining')
  log.info('stopping')
  if (process.argv[2] === 'at-once') process.exit(0)
  setTimeout(() => {
    log.info('ended')
    process.exit(0)
  }, 100)
})
setInterval(() => {}, 60_000)
process.stdout.write(`pid ${process.pid}\n`)
