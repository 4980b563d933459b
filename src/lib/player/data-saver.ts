/** The data saver limits the height of the picture and how much of the title is loaded ahead. Browser only. */

import type HlsPlayer from 'hls.js'
import { deviceStorage } from '../storage/web-storage.ts'

export const DATA_SAVER_HEIGHT = 480
const BUFFER_SECONDS = 20

export type DataSaver = 'on' | 'off' | ''

interface WithConnection {
  connection?: { saveData?: boolean }
}

/**
 * True if the viewer turned it on, or made no choice and the browser saves data.
 * @param stored the value stored on the device, of any type
 */
export function isDataSaverOn(stored: unknown): boolean {
  if (stored === 'on' || stored === 'off') return stored === 'on'
  return (navigator as WithConnection).connection?.saveData === true
}

/** Returns a stored preference of the device, for scripts that do not load the preferences store. */
export function storedPreference(name: string): unknown {
  try {
    return JSON.parse(deviceStorage.get(`player:${name}`) ?? 'null')
  } catch {
    return null
  }
}

/** Returns the index of the highest level within that height, else of the lowest. Levels are sorted by bitrate. */
export function levelCap(levels: { height: number }[]): number {
  return Math.max(0, levels.map(({ height }) => height <= DATA_SAVER_HEIGHT).lastIndexOf(true))
}

/** Applies to data loaded from now on; call it again when the levels are known. */
export function limitData(hls: HlsPlayer, isOn: boolean): void {
  const { maxBufferLength, maxMaxBufferLength } = hls.userConfig
  const wasOn = !hls.config.capLevelToPlayerSize
  // Turning this setter off removes every limit; turning it on removes none.
  hls.capLevelToPlayerSize = !isOn
  if (wasOn && !isOn) hls.autoLevelCapping = -1
  if (isOn && hls.levels.length > 0) hls.autoLevelCapping = levelCap(hls.levels)
  hls.config.maxBufferLength = isOn ? BUFFER_SECONDS : (maxBufferLength ?? 30)
  hls.config.maxMaxBufferLength = isOn ? BUFFER_SECONDS : (maxMaxBufferLength ?? 600)
}
