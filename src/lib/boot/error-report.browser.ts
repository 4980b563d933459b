import { ERROR_SAMPLE_RATE } from '#src/contract/sampling.ts'

/** Reports the first error of a page to the service, on one page in ten. Loaded when an error occurs. */
export function sendErrorReport(event: Event): void {
  const { error, message } = readError(event)
  if (Math.random() >= ERROR_SAMPLE_RATE || !message) return
  if (error?.name === 'CallFailed' || error?.name === 'AbortError') return
  const body = JSON.stringify({
    message: message.slice(0, 1_000),
    stack: error?.stack?.slice(0, 8_000),
    path: location.pathname.slice(0, 500),
  })
  void fetch('/api/client-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    keepalive: true,
  }).catch(() => undefined)
}

function readError(event: Event): { error: Error | null; message: string } {
  const cause = event instanceof ErrorEvent ? event.error : (event as PromiseRejectionEvent).reason
  const error = cause instanceof Error ? cause : null
  return { error, message: error?.message ?? (event instanceof ErrorEvent ? event.message : '') }
}
