import type { HlsConfig, LoadPolicy } from 'hls.js'
import type { Drm } from './engine.ts'

/** Few tries a rendition: the viewer is not left with a wheel for a minute before a message. */
const FRAGMENTS: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: 9_000,
    maxLoadTimeMs: 60_000,
    timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 2, retryDelayMs: 700, maxRetryDelayMs: 2_000 },
  },
}

interface Profile {
  isTv: boolean
  startAt: number | null
  bandwidth: number | null
  drm: Drm | null
}

/**
 * A TV has little memory and one decoder: small buffers. Elsewhere a long piece is kept behind the
 * playhead, so that jumping back ten seconds loads nothing. The streams are fMP4, which needs no
 * transmuxing, so the worker (and a Trusted Types policy for it) is left out.
 */
export function hlsConfig({ isTv, startAt, bandwidth, drm }: Profile): Partial<HlsConfig> {
  return {
    enableWorker: false,
    renderTextTracksNatively: false,
    enableInterstitialPlayback: false,
    capLevelToPlayerSize: true,
    fragLoadPolicy: FRAGMENTS,
    startPosition: startAt ?? -1,
    maxBufferLength: isTv ? 20 : 30,
    backBufferLength: isTv ? 15 : 90,
    maxBufferSize: isTv ? 30e6 : 60e6,
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
