// Loaded before a node: its system clock is SHIFT_MS ahead while the file SHIFT_FILE exists.
import { existsSync } from 'node:fs'

const RealDate = Date
const { SHIFT_FILE = '', SHIFT_MS = '0' } = process.env
let shift = 0
const look = () => {
  shift = existsSync(SHIFT_FILE) ? Number(SHIFT_MS) : 0
}
look()
setInterval(look, 100).unref()

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }
  static now() {
    return RealDate.now() + shift
  }
}
