import { expect, test } from 'vitest'
import { detailRows } from '#src/lib/player/detail-rows.ts'

const stats = {
  bandwidth: 4_200_000,
  height: 480,
  bitrate: 900_000,
  bufferedAhead: 12.34,
  droppedFrames: 3,
  codec: 'avc1.64001e, mp4a.40.2',
  engine: 'hls.js' as const,
  latency: null,
}

test('every playback figure is listed with its unit', () => {
  expect(detailRows(stats, { width: 854, height: 480 }, 'lease-1')).toEqual([
    ['resolution', '854×480'],
    ['bitrate', '0.90 Mbit/s'],
    ['bandwidth', '4.20 Mbit/s'],
    ['buffer', '12.3 s'],
    ['dropped', '3'],
    ['codec', 'avc1.64001e, mp4a.40.2'],
    ['engine', 'hls.js'],
    ['session', 'lease-1'],
  ])
})

test('figures that a native engine or a visitor does not have are left out', () => {
  const native = { ...stats, bandwidth: 0, bitrate: 0, codec: '', engine: 'native' as const }
  const names = detailRows(native, { width: 0, height: 0 }, null).map(([name]) => name)
  expect(names).toEqual(['buffer', 'dropped', 'engine'])
})
