/**
 * Storage for the files that ingest and import make and visitors load: a folder, or an S3 bucket (setting MEDIA_STORE). Keys are
 * paths such as `titles/abc/primary-1/480p/seg00001.m4s`. A key never names a file that is only partly written.
 */
export interface StoredFile {
  key: string
  /** Size in bytes. */
  size: number
  modified: Date
  /** MD5 of the content in hex; null if the store does not report it. */
  md5: string | null
}

/** Offsets of the first and the last byte, both included. */
export type ByteRange = { start: number; end: number }
export type Content = { file: string } | { bytes: Uint8Array }
export type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** Every method throws MediaStoreError if the store cannot be used. */
export interface MediaStore {
  /** Name of the store in messages: its folder or its address. */
  readonly name: string
  /** Returns the file of a key; null if there is none. */
  find(key: string): Promise<StoredFile | null>
  /** Returns the content of a file or a part of it; null if the file does not exist. */
  read(key: string, range?: ByteRange): Promise<Body | null>
  /** Stores a file and replaces an existing one. */
  put(key: string, content: Content): Promise<void>
  /** Lists all files below `folder`, in no particular order. */
  list(folder: string): AsyncIterable<StoredFile>
  /** Removes files. Keys without a file are ignored. */
  remove(keys: readonly string[]): Promise<void>
}

/** The media store cannot be used. The message says what the operator can do, and contains no key. */
export class MediaStoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MediaStoreError'
  }
}
