/** The data saver limits the height of the picture and how much of the title is loaded ahead. Browser only. */
import type HlsPlayer from 'hls.js'

export const DATA_SAVER_HEIGHT = 480
const BUFFER_SECONDS = 20

export type DataSaver = 'on' | 'off' | ''

interface WithConnection {
  connection?: { saveData?: boolean }
}

/** Where the viewer has not chosen, as the browser is set. @param stored what the device stores, of any type */
export function isDataSaverOn(stored: unknown): boolean {
  if (stored === 'on' || stored === 'off') return stored === 'on'
  return (navigator as WithConnection).connection?.saveData === true
}

/** A preference of the device as it is stored, for scripts without the preferences' store. */
export function storedPreference(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`player:${name}`) ?? 'null')
  } catch {
    return null
  }
}

/** Index of the highest level of at most that height, else of the lowest. Levels are sorted by bitrate. */
export function levelCap(levels: { height: number }[]): number {
  return Math.max(0, levels.map(({ height }) => height <= DATA_SAVER_HEIGHT).lastIndexOf(true))
}

/** Takes effect on what is loaded next; call again once the levels are known. */
export function limitData(hls: HlsPlayer, isOn: boolean): void {
  const { maxBufferLength, maxMaxBufferLength } = hls.userConfig
  const wasOn = !hls.config.capLevelToPlayerSize
  // This setter removes any limit when it turns off, and none when it turns on.
  hls.capLevelToPlayerSize = !isOn
  if (wasOn && !isOn) hls.autoLevelCapping = -1
  if (isOn && hls.levels.length > 0) hls.autoLevelCapping = levelCap(hls.levels)
  hls.config.maxBufferLength = isOn ? BUFFER_SECONDS : (maxBufferLength ?? 30)
  hls.config.maxMaxBufferLength = isOn ? BUFFER_SECONDS : (maxMaxBufferLength ?? 600)
}
