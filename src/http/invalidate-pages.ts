/** Drops invalidated pages twice: another node may have rendered one from what it knew a moment before it heard of the change. */
import type { PageCache } from './page-store.ts'

/** A service node reads its version of the catalogue every second. */
const SETTLED_MS = 1_200

export function invalidatePages(
  pages: Pick<PageCache, 'invalidate'>,
  tags: readonly string[],
): void {
  pages.invalidate(tags)
  setTimeout(() => pages.invalidate(tags), SETTLED_MS).unref()
}
