import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Free space that databases of tests need, in bytes: two at a time of 12 MB, their write-ahead log, and some room. */
const NEEDED_BYTES = 2 * 1024 ** 3

/**
 * Returns the folder for data that tests throw away: Linux's file system in memory if it has enough room, otherwise the folder for
 * temporary files. A database has 836 files, which are copied there in 25 ms instead of 280 on ext4.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= NEEDED_BYTES ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}
