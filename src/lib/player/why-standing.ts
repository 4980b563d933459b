/** Why a live picture stands still: where the playlist still comes, the channel sends nothing new; else the network is at fault. */
const PATIENCE_MS = 5_000

export async function whyStanding(
  playlist: string,
  signal: AbortSignal,
): Promise<'channel' | 'network'> {
  if (!navigator.onLine) return 'network'
  const late = new AbortController()
  const abort = () => late.abort()
  signal.addEventListener('abort', abort)
  const timer = setTimeout(abort, PATIENCE_MS)
  try {
    // Any answer will do: it came over the network.
    await fetch(playlist, { cache: 'no-store', signal: late.signal })
    return 'channel'
  } catch {
    return 'network'
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
