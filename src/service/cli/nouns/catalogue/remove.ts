import { picturesFrom } from '../../../import/import-file.ts'
import { type Removal, removeOrRestore } from '../../../import/remove.ts'
import type { Context } from '../../framework/context.ts'
import { several, word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import type { Result } from '../../framework/result.ts'
import { line } from '../../terminal.ts'

const ids = several(word('IDS', 'of titles'))

export const removeAction = action({
  summary: 'Takes titles out of the catalogue: their pages answer 410',
  details: 'Nothing is deleted; restore brings them back at the same addresses.',
  args: { ids },
  effect: 'changes',
  transaction: 'own',
  run: (context, { ids }) => run(context, ids, false),
})

export const restoreAction = action({
  summary: 'Brings removed titles back as they were',
  args: { ids },
  effect: 'changes',
  transaction: 'own',
  run: (context, { ids }) => run(context, ids, true),
})

async function run(
  { deps, isDryRun }: Context,
  names: readonly string[],
  isRestored: boolean,
): Promise<Result> {
  const results = await removeOrRestore(deps, {
    ...{ names, isRestored, dryRun: isDryRun },
    pictures: picturesFrom(deps, null),
  })
  const done = results.filter(({ outcome }) => outcome === 'removed' || outcome === 'restored')
  return {
    data: results.map(({ name, externalId, outcome }) => ({
      ...{ name, external_id: externalId, outcome },
    })),
    print: results.map(({ name, outcome }) => line`${name} ${said(outcome, isRestored)}`),
    isIncomplete: results.some(({ outcome }) => outcome === 'unknown' || outcome === 'episode'),
    audit: {
      target: done
        .map(({ externalId }) => externalId)
        .join(' ')
        .slice(0, 200),
      details: { titles: done.length },
    },
  }
}

function said(outcome: Removal, isRestored: boolean): string {
  const words: Record<Removal, string> = {
    removed: 'is removed.',
    restored: 'is in the catalogue again.',
    unchanged: isRestored ? 'is not removed.' : 'was removed before.',
    unknown: 'is no title of the catalogue.',
    episode: 'is an episode: patch its unpublish_at, or leave it out of its series.',
  }
  return words[outcome]
}
