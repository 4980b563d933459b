/**
 * Supports `npx vitest` on a system's Node 20. Vitest's reporter calls `Map.groupBy` to show why tests failed, and crashes without
 * it; Node has it since 21. The tests run in processes of the bundled Node 24. `npm test -- FILE` does not need this file.
 */
import { root } from './sources.ts'

const MAJOR = Number.parseInt(process.versions.node, 10)

export function supportOldNode(major = MAJOR): void {
  if (major >= 24) return
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  process.execPath = `${root}/node_modules/node/bin/${program}`
  Map.groupBy ??= groupBy
}

export function groupBy<K, T>(
  items: Iterable<T>,
  keyOf: (item: T, index: number) => K,
): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
