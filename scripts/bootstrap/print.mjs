import fs from 'node:fs'

const live = process.stdout.isTTY
const HEARTBEAT_MS = 10_000

/**
 * Shows a step while it runs: a line that updates itself on a terminal, otherwise a line every ten seconds. `how()` may return its
 * progress.
 * @returns the function that ends the step with its result
 */
export function step(title, how = () => '') {
  const started = Date.now()
  const line = () =>
    `${title} … ${[how(), seconds(Date.now() - started)].filter(Boolean).join(', ')}`
  if (live) process.stdout.write(line())
  else console.log(`${title} …`)
  const timer = setInterval(
    () => (live ? process.stdout.write(`\r\x1b[2K${line()}`) : console.log(line())),
    live ? 500 : HEARTBEAT_MS,
  )
  return outcome => {
    clearInterval(timer)
    const text = `${title} … ${outcome ? `${outcome}, ` : ''}${seconds(Date.now() - started)}`
    console.log(live ? `\r\x1b[2K${text}` : text)
  }
}

/**
 * Returns a function that reports by how much the used disk space of `folder` has grown. It changes while npm downloads, unpacks
 * and runs install scripts; the number of packages would only jump from none to all. Empty if Node (before 18.15) cannot tell.
 */
export function diskMeter(folder, freeBytes = freeBytesOf) {
  const atStart = freeBytes(folder)
  let most = 0
  return () => {
    most = Math.max(most, Math.round((atStart - freeBytes(folder)) / 1_000_000) || 0)
    return most > 0 ? `${most} MB on disk` : ''
  }
}

function freeBytesOf(folder) {
  try {
    const { bfree, bsize } = fs.statfsSync(folder)
    return bfree * bsize
  } catch {
    return Number.NaN
  }
}

export function seconds(ms) {
  const whole = Math.round(ms / 1000)
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** Returns the last lines of a long output. */
export function tail(text, lines = 60) {
  return text.trimEnd().split('\n').slice(-lines).join('\n')
}

/** Returns the first and last lines of an output. */
export function excerpt(text, lines = 20) {
  const all = text.trim().split('\n')
  if (all.length <= 2 * lines) return all.join('\n')
  return [...all.slice(0, lines), '…', ...all.slice(-lines)].join('\n')
}
