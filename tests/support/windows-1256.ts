/** Text in the encoding of Persian Windows in the nineties. */
const LETTERS = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1256').decode(Uint8Array.of(byte)),
    byte,
  ]),
)

/** @throws for a letter that the encoding does not contain */
export function bytesOf1256(text: string): Uint8Array {
  return Uint8Array.from(text, letter => {
    const byte = LETTERS.get(letter)
    if (byte === undefined) throw new Error(`windows-1256 does not contain ${letter}`)
    return byte
  })
}
