/** iPhones and iPads give the volume to their buttons alone: an element there takes another value back, a moment later. Browser only. */
const MOMENT_MS = 50

export async function canSetVolume(): Promise<boolean> {
  const probe = document.createElement('video')
  probe.volume = 0.5
  await new Promise(done => setTimeout(done, MOMENT_MS))
  return probe.volume === 0.5
}
