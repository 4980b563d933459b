/** URL of hls.js as its own file: the page preloads it by this URL, scripts import it by the same. */
import { plain, drm as withDrm } from 'virtual:player-engine'
import type { Drm } from './engine.ts'

export function hlsUrl(drm: Drm | null): string {
  return drm ? withDrm : plain
}
