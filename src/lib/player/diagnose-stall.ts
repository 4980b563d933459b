/**
 * Finds out why a live picture has stopped: if the playlist still loads, the channel sends nothing new; otherwise the
 * network is at fault.
 */
const PATIENCE_MS = 5_000

export async function diagnoseStall(
  playlist: string,
  signal: AbortSignal,
): Promise<'channel' | 'network'> {
  if (!navigator.onLine) return 'network'
  const late = new AbortController()
  const abort = () => late.abort()
  signal.addEventListener('abort', abort)
  const timer = setTimeout(abort, PATIENCE_MS)
  try {
    // Any response proves that the network works.
    await fetch(playlist, { cache: 'no-store', signal: late.signal })
    return 'channel'
  } catch {
    return 'network'
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
