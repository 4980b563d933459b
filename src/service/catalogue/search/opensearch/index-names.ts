/** Names of indexes: `pardeh-titles-v1` is the searched alias, `pardeh-titles-v1-5f3a0c` an index behind it. */
import { type IndexKind, SCHEMA_VERSION } from './documents.ts'

export type IndexNames = {
  prefix: string
  aliases: Record<IndexKind, string>
  /** Key of the stored state of the indexes; also the name of the lock. */
  fact: string
  /** Patterns for the indexes of all schema versions. */
  patterns: readonly string[]
  index: (kind: IndexKind, suffix: string) => string
  isOwn: (index: string) => boolean
}

export function indexNames(prefix: string, version = SCHEMA_VERSION): IndexNames {
  const alias = (kind: IndexKind) => `${prefix}-${kind}-v${version}`
  return {
    prefix,
    aliases: { titles: alias('titles'), artists: alias('artists') },
    fact: `search index ${prefix} v${version}`,
    patterns: [`${prefix}-titles-v*`, `${prefix}-artists-v*`],
    index: (kind, suffix) => `${alias(kind)}-${suffix}`,
    isOwn: index => versionOf(index, prefix) === version,
  }
}

/** True for an index of an earlier release. */
export function isOfOlderSchema(index: string, { prefix, isOwn }: IndexNames): boolean {
  const version = versionOf(index, prefix)
  return version !== null && !isOwn(index) && version < SCHEMA_VERSION
}

/** Returns the schema version of an index that this product created under the prefix; null for any other name. */
function versionOf(index: string, prefix: string): number | null {
  if (!index.startsWith(`${prefix}-`)) return null
  const [, version] =
    /^(?:titles|artists)-v(\d+)-[\da-f]+$/.exec(index.slice(prefix.length + 1)) ?? []
  return version === undefined ? null : Number(version)
}
