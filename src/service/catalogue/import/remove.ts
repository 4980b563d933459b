/** Removes titles from the catalogue, and restores them unchanged. */
import type { Deps } from '../../platform/deps.ts'
import { createImporter } from './importer.ts'
import { isRemovedByEditor, knownTitles } from './known.ts'
import type { Pictures } from './pictures.ts'
import { findExternalId } from './stored.queries.ts'

export type Removal = 'removed' | 'restored' | 'unchanged' | 'unknown' | 'episode'
type RemovalResult = { name: string; externalId: string | null; outcome: Removal }
type Given = { names: readonly string[]; isRestored: boolean; dryRun: boolean; pictures: Pictures }

/**
 * Removes or restores titles by external id or short id. Single episodes are not supported; use `unpublish_at` for
 * them.
 */
export async function removeOrRestore(
  deps: Pick<Deps, 'db' | 'now' | 'invalidate'>,
  { names, isRestored, dryRun, pictures }: Given,
): Promise<RemovalResult[]> {
  const results: RemovalResult[] = []
  const importer = await createImporter(deps, { dryRun, pictures })
  for (const name of names) {
    const found = await findExternalId(deps.db, name)
    const id = found?.externalId ?? null
    const old = id === null ? undefined : (await knownTitles(deps.db, [id])).get(id)
    const result = (outcome: Removal) => void results.push({ name, externalId: id, outcome })
    if (id === null || !old) result('unknown')
    else if (old.seriesId) result('episode')
    else if (isRemovedByEditor(old) !== isRestored) result('unchanged')
    else if (isRestored) {
      await importer.patch({ kind: 'title', external_id: id, fields: { removed: null } })
      result('restored')
    } else {
      await importer.record({ kind: 'removal', external_id: id })
      result('removed')
    }
  }
  await importer.finish()
  return results
}
