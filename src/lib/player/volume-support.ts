/**
 * On iPhones and iPads only the hardware buttons set the volume: an element resets its value a moment later. Browser
 * only.
 */
const MOMENT_MS = 50

export async function canSetVolume(): Promise<boolean> {
  const probe = document.createElement('video')
  probe.volume = 0.5
  await new Promise(done => setTimeout(done, MOMENT_MS))
  return probe.volume === 0.5
}
