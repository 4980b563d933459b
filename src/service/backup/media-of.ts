import { join } from 'node:path'
import { openMediaStore } from '../adapters/media-store/open-media-store.ts'
import type { Env } from '../env.ts'
import type { Media } from './media.ts'

export function mediaOfSettings(env: Env): Media {
  const folder = env.MEDIA_STORE ? null : join(env.DATA_DIR, 'media')
  return { store: openMediaStore(env, 'command'), folder }
}
