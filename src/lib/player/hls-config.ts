import type { HlsConfig } from 'hls.js'
import type { Drm } from './engine.ts'

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
