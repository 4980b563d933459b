const live = process.stdout.isTTY
const HEARTBEAT_MS = 10_000

/**
 * Shows a step while it runs: a line that renews itself on a terminal, a line every ten seconds
 * elsewhere. `how()` may add how far it is.
 * @returns the function that ends the step with its outcome
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

export function seconds(ms) {
  const whole = Math.round(ms / 1000)
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** The last lines of a long output. */
export function tail(text, lines = 60) {
  return text.trimEnd().split('\n').slice(-lines).join('\n')
}

/** The first and last lines of an output. */
export function excerpt(text, lines = 20) {
  const all = text.trim().split('\n')
  if (all.length <= 2 * lines) return all.join('\n')
  return [...all.slice(0, lines), '…', ...all.slice(-lines)].join('\n')
}
