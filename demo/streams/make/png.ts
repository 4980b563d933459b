import { writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

function chunk(type: string, body: Buffer) {
  const typed = Buffer.concat([Buffer.from(type), body])
  const framed = Buffer.alloc(typed.length + 8)
  framed.writeUInt32BE(body.length, 0)
  typed.copy(framed, 4)
  framed.writeUInt32BE(crc32(typed), typed.length + 4)
  return framed
}

function header(width: number, height: number) {
  const body = Buffer.alloc(13)
  body.writeUInt32BE(width, 0)
  body.writeUInt32BE(height, 4)
  body[8] = 8
  body[9] = 6
  return body
}

/** Writes RGBA pixels, four bytes each, row by row from the top. */
export function writePng(file: string, width: number, height: number, pixels: Buffer) {
  const rows = Buffer.alloc(height * (width * 4 + 1))
  for (let y = 0; y < height; y++) {
    pixels.copy(rows, y * (width * 4 + 1) + 1, y * width * 4, (y + 1) * width * 4)
  }
  const parts = [
    chunk('IHDR', header(width, height)),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  writeFileSync(file, Buffer.concat([SIGNATURE, ...parts]))
}
