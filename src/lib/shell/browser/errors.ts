import { ERROR_SAMPLE_RATE } from '#src/contract/limits.ts'

/** One error in ten is told to the service, once a page. */
export function reportErrors(): void {
  if (Math.random() >= ERROR_SAMPLE_RATE) return
  const send = (message: string, stack?: string) => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
    const body = JSON.stringify({
      message: message.slice(0, 1_000),
      stack: stack?.slice(0, 8_000),
      path: location.pathname.slice(0, 500),
    })
    void fetch('/api/client-errors', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      keepalive: true,
    }).catch(() => undefined)
  }
  const onError = ({ message, error }: ErrorEvent) =>
    send(message, error instanceof Error ? error.stack : undefined)
  const onRejection = ({ reason }: PromiseRejectionEvent) =>
    reason instanceof Error &&
    reason.name !== 'CallFailed' &&
    reason.name !== 'AbortError' &&
    send(reason.message, reason.stack)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
}
