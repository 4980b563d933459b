/** The used part of the package, which has no types of its own. */
declare module 'm3u8-parser' {
  type ByteRange = { length: number; offset: number }
  export type ParsedSegment = {
    uri: string
    duration: number
    discontinuity?: boolean
    dateTimeObject?: Date
    byterange?: ByteRange
    map?: { uri: string; byterange?: ByteRange }
    key?: unknown
  }
  export type Parsed = {
    endList?: boolean
    mediaSequence?: number
    targetDuration?: number
    segments: ParsedSegment[]
    playlists?: { uri: string; attributes: Record<string, unknown> }[]
  }
  export class Parser {
    manifest: Parsed
    push(text: string): void
    end(): void
  }
}
