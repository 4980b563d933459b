/**
 * Where ingest and import put the files that visitors get: a folder, or a bucket of S3 (MEDIA_STORE). Keys are paths such as
 * `titles/abc/primary-1/480p/seg00001.m4s`. A file is under its key whole or not at all.
 */
export interface StoredFile {
  key: string
  /** Bytes. */
  size: number
  modified: Date
  /** Of the content, in hex; null where the store does not tell it. */
  md5: string | null
}

/** First and last byte. */
export type ByteRange = { start: number; end: number }
export type Content = { file: string } | { bytes: Uint8Array }
export type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** Every method throws MediaStoreError where the store cannot be used. */
export interface MediaStore {
  /** As the operator knows it, for messages. */
  readonly name: string
  /** null where there is none. */
  find(key: string): Promise<StoredFile | null>
  /** The content, or a part of it; null where there is none. */
  read(key: string, range?: ByteRange): Promise<Body | null>
  /** Replaces what is there. */
  put(key: string, content: Content): Promise<void>
  /** All files below `folder`, in no order. */
  list(folder: string): AsyncIterable<StoredFile>
  /** Keys without a file are no error. */
  remove(keys: readonly string[]): Promise<void>
}

/** Its message tells the operator what to do, and holds no key. */
export class MediaStoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MediaStoreError'
  }
}
