import type { Log } from '#src/service/db/embedded.ts'

export const silentLog: Log = { info() {}, warn() {}, error() {} }
