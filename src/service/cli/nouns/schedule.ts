import { DEFAULT_LANGUAGE, pick } from '#src/contract/languages.ts'
import { comingUp, type ScheduleFailure, scheduleTitle } from '../../catalogue/schedule-title.ts'
import { minute, shownTime } from '../framework/dates.ts'
import { UsageError } from '../framework/errors.ts'
import { type Field, optional, parsed, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

/** `now` depends on the database's clock, so it is read when the action runs. */
type When = Date | 'now' | 'never'

function when(text: string, words: readonly ('now' | 'never')[]): Field<When | null> {
  const { read } = minute('TIME', text)
  return optional(
    parsed<When>('TIME', `${text}, or ${words.join(', ')}`, given => {
      const word = words.find(each => each === given)
      return word ?? read(given, '')
    }),
  )
}

const FAILURES: Record<ScheduleFailure, string> = {
  no_title: 'The catalogue has no such title.',
  removed: 'The title is removed; restore it first.',
  order: 'It would leave the catalogue before it comes: --unpublish is to be after --publish.',
}

export default {
  summary: 'When titles enter the catalogue, can be played, and leave it',
  actions: {
    list: action({
      summary: 'Shows what will happen by itself, the next first',
      effect: 'reads',
      run: async ({ deps }) => {
        const coming = await comingUp(deps)
        const shown = coming.map(each => ({
          at: each.at,
          what: each.what,
          external_id: each.externalId,
          title: pick(each.titles, DEFAULT_LANGUAGE),
        }))
        return {
          data: shown,
          print: [
            {
              columns: ['time', 'what', 'external_id', 'title'].map(name => ({ name })),
              rows: shown.map(({ at, what, external_id, title }) => [at, what, external_id, title]),
            },
            `${shown.length} to come`,
          ],
        }
      },
    }),
    set: action({
      summary: 'Sets the times of a film, a series or an episode',
      details:
        'Times are those of Tehran, Jalali or Gregorian: "1405-01-01 20:00". A time that is not given stays. The parts of a series go with it.',
      args: { title: word('TITLE', 'its external_id, or the id in its address') },
      options: {
        publish: when('from when it is in the catalogue', ['now']),
        available: when('from when it can be played; its page says so before', ['now', 'never']),
        unpublish: when('when it leaves the catalogue', ['now', 'never']),
      },
      effect: 'changes',
      run: async ({ deps }, { title, publish, available, unpublish }) => {
        if (!publish && !available && !unpublish)
          throw new UsageError('Give --publish, --available or --unpublish.')
        const now = await deps.databaseNow(deps.db)
        const at = (given: When) => (given === 'now' ? now : given === 'never' ? null : given)
        const done = await scheduleTitle(deps, title, {
          ...(publish && { publishedAt: at(publish) ?? now }),
          // Without a date it can be played as soon as it has a video.
          ...(available && { availableAt: at(available) }),
          ...(unpublish && { unpublishAt: at(unpublish) }),
        })
        if (typeof done === 'string') throw new UsageError(FAILURES[done])
        const { id, publishedAt, availableAt, unpublishAt, isPublished } = done
        return {
          data: done,
          print: [
            line`${title} ${isPublished ? 'is in the catalogue.' : 'is in no list, search or feed now.'}`,
            `publish    ${shownTime(publishedAt)}`,
            ...(availableAt ? [`available  ${shownTime(availableAt)}`] : []),
            ...(unpublishAt ? [`unpublish  ${shownTime(unpublishAt)}`] : []),
          ],
          audit: { target: id, details: { publishedAt, availableAt, unpublishAt } },
        }
      },
    }),
  },
} satisfies Noun
