/** Selects the engine: hls.js if the browser has Media Source Extensions, else its native HLS. */
import type { Engine, EngineHost } from './engine.ts'
import { createHlsEngine } from './hls-engine.ts'
import { canPlayNatively, createNativeEngine } from './native-engine.ts'

/** `makeEngine` replaces the engine while a receiver plays. */
export type RemoteVideo = HTMLVideoElement & { makeEngine?: (host: EngineHost) => Engine }

/** Creates the engine, or returns null if the browser cannot play HLS at all. */
export async function createEngine(host: EngineHost): Promise<Engine | null> {
  const video: RemoteVideo = host.video
  if (video.makeEngine) return video.makeEngine(host)
  const hlsEngine = await createHlsEngine(host)
  if (hlsEngine) return hlsEngine
  return canPlayNatively(host.video) ? createNativeEngine(host) : null
}
