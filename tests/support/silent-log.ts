import type { Log } from '#src/service/platform/db/embedded.ts'

export const silentLog: Log = { info() {}, warn() {}, error() {} }
