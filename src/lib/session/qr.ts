import QRCode from 'qrcode'

export type Qr = { size: number; path: string }

/** Returns the QR code of a text, its dark modules as one SVG path. */
export function createQrCode(text: string): Qr {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) path += `M${column} ${row}h1v1h-1z`
    }
  }
  return { size: modules.size, path }
}
