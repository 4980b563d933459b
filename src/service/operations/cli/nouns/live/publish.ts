import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { readMoment } from '#src/lib/text/written-time.ts'
import { openPictures } from '../../../../catalogue/import/import-file.ts'
import { openMediaStore } from '../../../../platform/adapters/media-store/open-media-store.ts'
import { translatedText } from '../../../../platform/db/localized.ts'
import { publishProgram } from '../../../../watching/ingest/publish-program.ts'
import { findProgram } from '../../../../watching/live/guide.queries.ts'
import { readOption } from '../../framework/dates.ts'
import { UsageError } from '../../framework/errors.ts'
import { parsedField, textField } from '../../framework/fields.ts'
import { defineAction } from '../../framework/noun.ts'
import { line } from '../../terminal.ts'
import { requireChannel } from './channel.ts'

const programme = parsedField(
  'START',
  'when the programme starts in Tehran, such as "1405-01-01 12:30", or its id',
  start => ({
    start,
    // An id contains neither a hyphen nor a slash.
    named: /[-/]/.test(start) ? { startsAt: readOption(readMoment, start) } : { id: start },
  }),
)

export const publishAction = defineAction({
  summary: 'Turns a recorded programme of the guide into a title of its own',
  details:
    'The recorded segments are copied, so that they are kept. Segments that were copied before are not copied again.',
  args: {
    title: textField('TITLE', 'the external_id of the channel, or the id in its address'),
    programme,
  },
  effect: 'changes',
  transaction: 'own',
  run: async ({ deps, isDryRun, progress }, { title: name, programme: { start, named } }) => {
    const { content, channel } = await requireChannel(deps, name)
    const program = await findProgram(deps.db, channel.id, named)
    if (!program)
      throw new UsageError(
        line`The guide of ${name} has no programme ${start}. Give its start, such as "1405-01-01 12:30".`,
      )
    const store = openMediaStore(deps.env, 'command')
    const published = await publishProgram(
      { ...deps, store, pictures: openPictures(deps, null) },
      {
        channel,
        content,
        program,
        isDryRun,
        onProgress: done => progress('Copying', done),
      },
    )
    const { externalId, stream, seconds, files, wasThere } = published
    const shown = translatedText(program, 'title', DEFAULT_LANGUAGE) ?? start
    const length = line`${seconds} s in ${files} files`
    return {
      data: {
        title: externalId,
        channel: channel.id,
        program: program.id,
        name: shown,
        starts_at: toWire(program.startsAt),
        ends_at: toWire(program.endsAt),
        stream,
        seconds,
        files,
        was_there: wasThere,
      },
      print: [
        wasThere
          ? line`${shown} is already the title ${externalId}.`
          : line`${shown} ${isDryRun ? 'would be' : 'is'} the title ${externalId}: ${length}.`,
      ],
      audit: { target: externalId, details: { channel: channel.id, program: program.id } },
    }
  },
})
