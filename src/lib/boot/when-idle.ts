type Options = {
  /** The work starts after this many ms even if the browser is busy; default: no limit. */
  timeout?: number
  /** Delay in ms in Safari, which has no requestIdleCallback. */
  pause: number
}

/** Runs work when the browser is idle. */
export function whenIdle(work: () => void, { timeout, pause }: Options): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, timeout ? { timeout } : {})
  else setTimeout(work, pause)
}
