/** Text as the Windows of the Persian nineties wrote it. */
const LETTERS = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1256').decode(Uint8Array.of(byte)),
    byte,
  ]),
)

/** @throws for a letter that the encoding does not have */
export function bytesOf1256(text: string): Uint8Array {
  return Uint8Array.from(text, letter => {
    const byte = LETTERS.get(letter)
    if (byte === undefined) throw new Error(`windows-1256 has no ${letter}`)
    return byte
  })
}
