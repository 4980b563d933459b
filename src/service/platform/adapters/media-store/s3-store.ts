/**
 * Media store in a bucket of S3 or of a provider with the same protocol. This module is only loaded if MEDIA_STORE is an S3 address,
 * since it loads the AWS SDK. Checksums are Content-MD5, which all providers support; not all support the CRC trailers of the SDK.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { mediaCacheControl, mediaTypeOf } from '../media/media-types.ts'
import { fileMd5 } from './md5.ts'
import {
  type ByteRange,
  type Content,
  type MediaStore,
  MediaStoreError,
  type StoredFile,
} from './media-store.ts'
import { isAbsentInS3, s3StoreError } from './s3-errors.ts'

export interface S3Options {
  /** `s3://bucket/prefix` */
  address: string
  /** Address of a provider other than AWS. The bucket is then part of the path. */
  endpoint?: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Number of attempts for a temporary failure: 5xx, SlowDown, a broken connection. */
  attempts: number
  /** Milliseconds without a byte after which a call fails. */
  timeoutMs: number
  /** Size of a part in bytes. Larger files are sent in parts. */
  partBytes?: number
}

const PART_BYTES = 16 * 1024 * 1024
const PARTS_AT_ONCE = 4
const CONNECT_MS = 5_000
const REMOVED_AT_ONCE = 1_000

export function s3Store(options: S3Options): MediaStore {
  const { address, partBytes = PART_BYTES } = options
  const [, bucket = '', folder = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(address) ?? []
  const prefix = folder && `${folder}/`
  const client = createClient(options)

  /** @throws MediaStoreError */
  async function attempt<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      throw s3StoreError(error, address)
    }
  }

  async function orNull<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work
    } catch (error) {
      if (isAbsentInS3(error)) return null
      throw s3StoreError(error, address)
    }
  }

  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key })

  async function find(key: string): Promise<StoredFile | null> {
    const found = await orNull(client.send(new HeadObjectCommand(at(key))))
    if (!found) return null
    const { ContentLength: size = 0, LastModified: modified = new Date(0), ETag, Metadata } = found
    return { key, size, modified, md5: Metadata?.md5 ?? md5OfTag(ETag) }
  }

  async function read(key: string, range?: ByteRange) {
    const Range = range && `bytes=${range.start}-${range.end}`
    const found = await orNull(client.send(new GetObjectCommand({ ...at(key), Range })))
    if (!found?.Body) return null
    return Readable.toWeb(found.Body as Readable) as ReadableStream<Uint8Array>
  }

  async function put(key: string, content: Content) {
    const size = 'bytes' in content ? content.bytes.length : (await stat(content.file)).size
    if ('file' in content && size > partBytes) return putInParts(key, content.file, size)
    const bytes = 'bytes' in content ? content.bytes : await readFile(content.file)
    const ContentMD5 = createHash('md5').update(bytes).digest('base64')
    const headers = {
      ContentType: mediaTypeOf(key),
      CacheControl: mediaCacheControl(key),
      ContentMD5,
    }
    await attempt(
      client.send(
        new PutObjectCommand({ ...at(key), ...headers, Body: bytes, ContentLength: size }),
      ),
    )
  }

  /** Sends a file in parts. It appears with its last part. Its ETag is not a hash of the content, so the MD5 is stored as metadata. */
  async function putInParts(key: string, file: string, size: number) {
    const upload = new Upload({
      client,
      params: {
        ...at(key),
        ContentType: mediaTypeOf(key),
        CacheControl: mediaCacheControl(key),
        Metadata: { md5: await fileMd5(file) },
        Body: createReadStream(file),
      },
      partSize: partBytes,
      queueSize: PARTS_AT_ONCE,
    })
    await attempt(upload.done())
    const stored = await find(key)
    if (stored?.size === size) return
    await remove([key])
    throw new MediaStoreError(`${address} stored a file with the wrong size; try again`)
  }

  async function* list(folder: string) {
    let ContinuationToken: string | undefined
    do {
      const page = await attempt(
        client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: `${prefix}${folder}/`,
            ContinuationToken,
          }),
        ),
      )
      for (const { Key = '', Size: size = 0, LastModified, ETag } of page.Contents ?? []) {
        const modified = LastModified ?? new Date(0)
        yield { key: Key.slice(prefix.length), size, modified, md5: md5OfTag(ETag) }
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken)
  }

  async function remove(keys: readonly string[]) {
    for (let first = 0; first < keys.length; first += REMOVED_AT_ONCE) {
      const Objects = keys.slice(first, first + REMOVED_AT_ONCE).map(key => ({ Key: prefix + key }))
      const Delete = { Objects, Quiet: true }
      const { Errors } = await attempt(
        client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete })),
      )
      if (Errors?.length)
        throw new MediaStoreError(`${address} did not remove ${Errors.length} of the files`)
    }
  }

  return { name: address, find, read, put, list, remove }
}

function createClient(options: S3Options): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, attempts, timeoutMs } = options
  return new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: attempts,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  })
}

/** Returns the MD5 from an ETag. The ETag of a file sent in one piece is its MD5, unless the provider encrypts it with its own keys. */
function md5OfTag(tag: string | undefined): string | null {
  return /^"?([0-9a-f]{32})"?$/.exec(tag ?? '')?.[1] ?? null
}
