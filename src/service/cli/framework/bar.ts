/** The progress of long work on standard error: a line that fills in a terminal, a line for each tenth elsewhere. */
import { rewriteLine, say } from '../terminal.ts'

const WIDTH = 32

/** @returns what is told the phase and its share, from 0 to 1 */
export function progressBar(isQuiet: boolean): (phase: string, share: number) => void {
  let told = { phase: '', tenth: -1 }
  return (phase, share) => {
    if (isQuiet) return
    const percent = Math.floor(share * 100)
    const tenth = Math.floor(percent / 10)
    const isNew = phase !== told.phase || tenth > told.tenth
    told = { phase, tenth }
    if (!process.stderr.isTTY) return void (isNew && say(`${phase} ${percent}%`, process.stderr))
    const full = Math.round(share * WIDTH)
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
    rewriteLine(`${phase} ${bar} ${percent}% `, process.stderr)
    if (share >= 1 && isNew) say('', process.stderr)
  }
}
