import type { HlsConfig, LoadPolicy } from 'hls.js'
import type { Drm } from './engine.ts'

/** Few retries per segment: with more, the spinner would show for a minute before the error message. */
const FRAGMENTS: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: 9_000,
    maxLoadTimeMs: 60_000,
    timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 2, retryDelayMs: 700, maxRetryDelayMs: 2_000 },
  },
}

interface HlsOptions {
  isTvDevice: boolean
  startAt: number | null
  bandwidth: number | null
  drm: Drm | null
}

/**
 * TVs have little memory and one decoder, so their buffers are small. Elsewhere a long back buffer makes seeking back
 * ten seconds free. The streams are fMP4 and need no transmuxing, so the worker (and its Trusted Types policy) is off.
 */
export function hlsConfig({ isTvDevice, startAt, bandwidth, drm }: HlsOptions): Partial<HlsConfig> {
  return {
    enableWorker: false,
    renderTextTracksNatively: false,
    // The build excludes the CEA-708 parser.
    enableCEA708Captions: false,
    capLevelToPlayerSize: true,
    // An empty object lets hls.js choose HDR if the screen supports it; without it, hls.js never does.
    videoPreference: {},
    fragLoadPolicy: FRAGMENTS,
    startPosition: startAt ?? -1,
    maxBufferLength: isTvDevice ? 20 : 30,
    backBufferLength: isTvDevice ? 15 : 90,
    maxBufferSize: isTvDevice ? 30e6 : 60e6,
    ...(bandwidth === null ? {} : { abrEwmaDefaultEstimate: bandwidth }),
    ...(drm === null ? {} : drmConfig(drm)),
  }
}

function drmConfig(drm: Drm): Partial<HlsConfig> {
  const systems = Object.entries(drm).map(([name, { license_url, certificate_url }]) => [
    name,
    { licenseUrl: license_url, ...(certificate_url && { serverCertificateUrl: certificate_url }) },
  ])
  return { emeEnabled: true, drmSystems: Object.fromEntries(systems) }
}
