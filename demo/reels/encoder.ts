/** Encodes frames as H.264 by a WebAssembly build of minih264, which runs wherever Node does. */
import { findBox } from '#src/service/watching/ingest/boxes.ts'
import encoders from 'h264-mp4-encoder'
import type { Sample } from './boxes.ts'
import { FRAME_RATE } from './plan.ts'
import type { Frame } from './planes.ts'

export interface Encoded {
  samples: Sample[]
  /** Content of the `avcC` box. */
  config: Buffer
}

const QUANTIZER = 27
const SPEED = 10
/** Frames between two turns of other requests. */
const TURN = 6

const otherRequests = () => new Promise(done => setImmediate(done))

/** @param draw draws the frame of this number */
export async function encodeFrames(
  frame: Frame,
  count: number,
  draw: (at: number) => void,
): Promise<Encoded> {
  const encoder = await encoders.createH264MP4Encoder()
  encoder.width = frame.width
  encoder.height = frame.height
  encoder.frameRate = FRAME_RATE
  encoder.quantizationParameter = QUANTIZER
  encoder.speed = SPEED
  encoder.groupOfPictures = count
  encoder.initialize()
  try {
    for (let at = 0; at < count; at++) {
      draw(at)
      encoder.addFrameYuv(frame.bytes)
      if (at % TURN === 0) await otherRequests()
    }
    encoder.finalize()
    const file = Buffer.from(encoder.FS.readFile(encoder.outputFilename))
    encoder.FS.unlink(encoder.outputFilename)
    return readSamples(file)
  } finally {
    encoder.delete()
  }
}

/** Reads the sample tables of the only track. */
function readSamples(file: Buffer): Encoded {
  const table = findBox(file, 'moov', 'trak', 'mdia', 'minf', 'stbl')
  const [sizes, groups, offsets, entries] = ['stsz', 'stsc', 'stco', 'stsd'].map(
    type => table && findBox(table, type),
  )
  if (!sizes || !groups || !offsets || !entries)
    throw new Error('the encoder wrote no sample tables')
  const config = findBox(entries.subarray(8 + 8 + 78), 'avcC')
  if (!config) throw new Error('the encoder wrote no parameter sets')
  const count = sizes.readUInt32BE(8)
  const fixed = sizes.readUInt32BE(4)
  const samples: Sample[] = []
  for (let chunk = 0; samples.length < count; chunk++) {
    let at = offsets.readUInt32BE(8 + chunk * 4)
    for (let left = perChunk(groups, chunk + 1); left > 0 && samples.length < count; left--) {
      const size = fixed || sizes.readUInt32BE(12 + samples.length * 4)
      samples.push({ bytes: file.subarray(at, at + size), isSync: samples.length === 0 })
      at += size
    }
  }
  return { samples, config: withProfile(config) }
}

/** Constrained baseline at level 3.1, which 720p needs: the encoder declares neither, but writes nothing else. */
const CONSTRAINTS = 0xc0
const LEVEL = 31
/** Places of the two bytes in `avcC`: its own fields, and those of the first sequence parameter set. */
const PLACES = [2, 8 + 2]

function withProfile(config: Buffer): Buffer {
  const corrected = Buffer.from(config)
  for (const place of PLACES) {
    corrected[place] = CONSTRAINTS
    corrected[place + 1] = LEVEL
  }
  return corrected
}

/** Number of samples in a chunk, numbered from 1. */
function perChunk(groups: Buffer, chunk: number): number {
  let count = 0
  for (let at = 0; at < groups.readUInt32BE(4); at++)
    if (groups.readUInt32BE(8 + at * 12) <= chunk) count = groups.readUInt32BE(12 + at * 12)
  return count
}
