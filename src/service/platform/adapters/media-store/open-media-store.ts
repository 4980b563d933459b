import { resolve } from 'node:path'
import type { Env } from '../../env.ts'
import { folderStore } from './folder-store.ts'
import type { MediaStore } from './media-store.ts'

type Settings = Pick<
  Env,
  | 'DATA_DIR'
  | 'MEDIA_STORE'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'AWS_ACCESS_KEY_ID'
  | 'AWS_SECRET_ACCESS_KEY'
>

/**
 * Returns the media store that MEDIA_STORE names.
 * @param use a command retries for half a minute; a visitor does not wait that long
 */
export function openMediaStore(env: Settings, use: 'command' | 'visitors'): MediaStore {
  const { MEDIA_STORE: address } = env
  if (!address) return folderStore(resolve(env.DATA_DIR, 'media'))
  const options = {
    address,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
    attempts: use === 'command' ? 10 : 2,
    timeoutMs: use === 'command' ? 60_000 : 10_000,
  }
  return loadedWhenUsed(address, async () => (await import('./s3-store.ts')).s3Store(options))
}

/** Loads the store at its first use: the S3 SDK takes longer to load than a node takes to start. */
function loadedWhenUsed(name: string, load: () => Promise<MediaStore>): MediaStore {
  let loading: Promise<MediaStore> | undefined
  function store() {
    loading ??= load()
    return loading
  }
  return {
    name,
    find: async key => (await store()).find(key),
    read: async (key, range) => (await store()).read(key, range),
    put: async (key, content) => (await store()).put(key, content),
    async *list(folder) {
      yield* (await store()).list(folder)
    },
    remove: async keys => (await store()).remove(keys),
  }
}
