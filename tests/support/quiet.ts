import type { Log } from '#src/service/db/embedded.ts'

export const quiet: Log = { info() {}, warn() {}, error() {} }
