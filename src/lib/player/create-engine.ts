/** Selects the engine: hls.js where Media Source Extensions exist, else the browser's native HLS. */
import type { Engine, EngineHost } from './engine.ts'
import { createHlsEngine } from './hls-engine.ts'
import { canPlayNatively, createNativeEngine } from './native-engine.ts'

/** `makeEngine` replaces the engine while a receiver plays. */
export type RemoteVideo = HTMLVideoElement & { makeEngine?: (host: EngineHost) => Engine }

/** null where the browser can play no HLS at all. */
export async function createEngine(host: EngineHost): Promise<Engine | null> {
  const video: RemoteVideo = host.video
  if (video.makeEngine) return video.makeEngine(host)
  const hlsEngine = await createHlsEngine(host)
  if (hlsEngine) return hlsEngine
  return canPlayNatively(host.video) ? createNativeEngine(host) : null
}
