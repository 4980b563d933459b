import { DEFAULT_LANGUAGE, pickTranslation } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { momentText, readMoment } from '#src/lib/text/written-time.ts'
import {
  listScheduledChanges,
  type ScheduleConflict,
  type ScheduleFailure,
  scheduleTitle,
} from '../../../catalogue/titles/schedule-title.ts'
import { formatMoment, readOption } from '../framework/dates.ts'
import { UsageError } from '../framework/errors.ts'
import { type Field, optional, parsedField, textField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { startColumns } from '../framework/table.ts'
import { line } from '../terminal.ts'

/** `now` is read from the database's clock when the action runs. */
type When = Date | 'now' | 'never'

function when(text: string, words: readonly ('now' | 'never')[]): Field<When | null> {
  return optional(
    parsedField<When>('TIME', `${text}, or ${words.join(', ')}`, given => {
      const word = words.find(each => each === given)
      return word ?? readOption(readMoment, given)
    }),
  )
}

const FAILURES: Record<Extract<ScheduleFailure, string>, string> = {
  no_title: 'The catalogue does not contain this title.',
  removed: 'The title is removed. Restore it first.',
}

function conflictText({ publishedAt, unpublishAt }: ScheduleConflict): string {
  return (
    `The title cannot leave the catalogue at ${momentText(unpublishAt)}, because it is published at ${momentText(publishedAt)}. ` +
    'Give a later --unpublish or an earlier --publish.'
  )
}

export default {
  actions: {
    list: defineAction({
      summary: 'Lists scheduled changes, next first',
      effect: 'reads',
      run: async ({ deps }) => {
        const coming = await listScheduledChanges(deps)
        const shown = coming.map(each => ({
          at: each.at,
          what: each.what,
          external_id: each.externalId,
          title: pickTranslation(each.titles, DEFAULT_LANGUAGE),
        }))
        return {
          data: shown,
          print: [
            {
              columns: startColumns('time', 'what', 'external_id', 'title'),
              rows: shown.map(({ at, what, external_id, title }) => [at, what, external_id, title]),
            },
            counted(shown.length, 'scheduled change'),
          ],
        }
      },
    }),
    set: defineAction({
      summary: 'Sets when a film, a series or an episode is published, playable and withdrawn',
      details:
        'Times are in Tehran, Jalali or Gregorian: "1405-01-01 20:00". Times that you leave out stay as they are. Episodes follow their series.',
      args: { title: textField('TITLE', 'the external_id, or the id in the address') },
      options: {
        publish: when('when the title enters the catalogue', ['now']),
        available: when('when it can be played; until then its page shows the date', [
          'now',
          'never',
        ]),
        unpublish: when('when the title leaves the catalogue', ['now', 'never']),
      },
      effect: 'changes',
      run: async ({ deps }, { title, publish, available, unpublish }) => {
        if (!publish && !available && !unpublish)
          throw new UsageError('Give --publish, --available or --unpublish.')
        const now = await deps.databaseNow(deps.db)
        const at = (given: When) => (given === 'now' ? now : given === 'never' ? null : given)
        const done = await scheduleTitle(deps, title, {
          ...(publish && { publishedAt: at(publish) ?? now }),
          // The title can be played as soon as it has a video if there is no date.
          ...(available && { availableAt: at(available) }),
          ...(unpublish && { unpublishAt: at(unpublish) }),
        })
        if (typeof done === 'string') throw new UsageError(FAILURES[done])
        if ('conflict' in done) throw new UsageError(conflictText(done.conflict))
        const { id, publishedAt, availableAt, unpublishAt, isPublished } = done
        return {
          data: done,
          print: [
            line`${title} ${isPublished ? 'is in the catalogue.' : 'is now hidden from lists, search and feeds.'}`,
            `publish    ${formatMoment(publishedAt)}`,
            ...(availableAt ? [`available  ${formatMoment(availableAt)}`] : []),
            ...(unpublishAt ? [`unpublish  ${formatMoment(unpublishAt)}`] : []),
          ],
          audit: { target: id, details: { publishedAt, availableAt, unpublishAt } },
        }
      },
    }),
  },
} satisfies Noun
