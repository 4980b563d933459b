/** Selects the engine: hls.js where Media Source Extensions exist, else the browser's native HLS. */
import type { Engine, EngineHost } from './engine.ts'
import { createHlsEngine } from './hls-engine.ts'
import { canPlayNatively, createNativeEngine } from './native-engine.ts'

/** null where the browser can play no HLS at all. */
export async function createEngine(host: EngineHost): Promise<Engine | null> {
  const hlsEngine = await createHlsEngine(host)
  if (hlsEngine) return hlsEngine
  return canPlayNatively(host.video) ? createNativeEngine(host) : null
}
