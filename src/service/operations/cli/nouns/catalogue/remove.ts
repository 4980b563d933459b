import { openPictures } from '../../../../catalogue/import/import-file.ts'
import { type Removal, removeOrRestore } from '../../../../catalogue/import/remove.ts'
import type { Context } from '../../framework/context.ts'
import { repeatedField, textField } from '../../framework/fields.ts'
import { defineAction } from '../../framework/noun.ts'
import type { Result } from '../../framework/result.ts'
import { requiredReasonField } from '../../person.ts'
import { line } from '../../terminal.ts'

const ids = repeatedField(textField('IDS', 'the ids of titles'))

export const removeTitlesAction = defineAction({
  summary: 'Removes titles from the catalogue: their pages answer 410',
  details: 'No data is deleted; restore brings the titles back at the same addresses.',
  args: { ids },
  options: { reason: requiredReasonField('why, for the history of the title') },
  effect: 'changes',
  transaction: ({ ids }) => (ids.length === 1 ? 'one' : 'own'),
  run: (context, { ids, reason }) => run(context, ids, { isRestored: false, reason }),
})

export const restoreAction = defineAction({
  summary: 'Brings removed titles back as they were',
  args: { ids },
  effect: 'changes',
  transaction: 'own',
  run: (context, { ids }) => run(context, ids, { isRestored: true, reason: '' }),
})

async function run(
  { deps, isDryRun }: Context,
  names: readonly string[],
  { isRestored, reason }: { isRestored: boolean; reason: string },
): Promise<Result> {
  const results = await removeOrRestore(deps, {
    names,
    isRestored,
    dryRun: isDryRun,
    pictures: openPictures(deps, null),
  })
  const done = results.filter(({ outcome }) => outcome === 'removed' || outcome === 'restored')
  return {
    data: results.map(({ name, externalId, outcome }) => ({
      name,
      external_id: externalId,
      outcome,
    })),
    print: results.map(({ name, outcome }) => line`${name} ${said(outcome, isRestored)}`),
    isIncomplete: results.some(({ outcome }) => outcome === 'unknown' || outcome === 'episode'),
    // A line for each title, because the history of a title has the lines whose target it is.
    audit: done.map(({ externalId }) => ({
      target: externalId ?? '',
      ...(reason ? { details: { reason } } : {}),
    })),
  }
}

function said(outcome: Removal, isRestored: boolean): string {
  const words: Record<Removal, string> = {
    removed: 'is removed.',
    restored: 'is back in the catalogue.',
    unchanged: isRestored ? 'is not removed.' : 'was already removed.',
    unknown: 'is not a title of the catalogue.',
    episode: 'is an episode. Change its unpublish_at, or import its series without it.',
  }
  return words[outcome]
}
