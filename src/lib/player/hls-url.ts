/** URL of hls.js as its own file. The page preloads this URL and scripts import it. */
import { plain, drm as withDrm } from 'virtual:player-engine'
import type { Drm } from './engine.ts'

export function hlsUrl(drm: Drm | null): string {
  return drm ? withDrm : plain
}
