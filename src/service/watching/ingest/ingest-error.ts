/** An error that the operator can fix; the message is for that operator. */
export class IngestError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'IngestError'
  }
}

/** The reason for which a file cannot be published, a word that the console translates. */
export type SourceFault =
  | 'audio_expected'
  | 'empty'
  | 'incomplete'
  | 'no_sound'
  | 'no_time'
  | 'no_video'
  | 'not_media'
  | 'options'
  | 'pictures'
  | 'sound'

/** A file that cannot be published, with the reason. */
export class SourceError extends Error {
  readonly reason: SourceFault

  constructor(reason: SourceFault, message: string) {
    super(message)
    this.name = 'SourceError'
    this.reason = reason
  }
}
