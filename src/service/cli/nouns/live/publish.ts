import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { fromWire, isWire, toWire } from '#src/lib/text/tehran.ts'
import { openMediaStore } from '../../../adapters/media-store/open-media-store.ts'
import { textOf } from '../../../db/localized.ts'
import { picturesFrom } from '../../../import/import-file.ts'
import { channelTitle } from '../../../ingest/live-title.ts'
import { publishProgram } from '../../../ingest/publish-program.ts'
import { channelOf } from '../../../live/channels.queries.ts'
import { programNamed } from '../../../live/guide.queries.ts'
import { UsageError } from '../../framework/errors.ts'
import { word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import { line } from '../../terminal.ts'

export const publishAction = action({
  summary: 'Makes a programme of the guide, which was recorded, a title of its own',
  details: 'Its segments are copied out of the window. What was copied before is not copied again.',
  args: {
    title: word('TITLE', 'of the channel: external_id or the id in its address'),
    programme: word('START', 'of the programme in Tehran, such as 2026-03-21T12:30:00; or its id'),
  },
  effect: 'changes',
  transaction: 'own',
  run: async ({ deps, isDryRun, share }, { title: name, programme: start }) => {
    const content = await channelTitle(deps, name)
    const channel = content && (await channelOf(deps.db, content.id))
    if (!content || !channel) throw new UsageError(line`${name} is no channel.`)
    const named = isWire(start) ? { startsAt: fromWire(start) } : { id: start }
    const program = await programNamed(deps.db, channel.id, named)
    if (!program)
      throw new UsageError(
        line`The guide of ${name} has no programme ${start}. Give when it starts, such as 2026-03-21T12:30:00.`,
      )
    const store = openMediaStore(deps.env, 'command')
    const published = await publishProgram(
      { ...deps, store, pictures: picturesFrom(deps, null) },
      {
        ...{ channel, content, program, isDryRun },
        onProgress: done => share('Copying', done),
      },
    )
    const { externalId, stream, seconds, files, wasThere } = published
    const shown = textOf(program, 'title', DEFAULT_LANGUAGE) ?? start
    const length = line`${seconds} s in ${files} files`
    return {
      data: {
        ...{ title: externalId, channel: channel.id, program: program.id, name: shown },
        ...{ starts_at: toWire(program.startsAt), ends_at: toWire(program.endsAt) },
        ...{ stream, seconds, files, was_there: wasThere },
      },
      print: [
        wasThere
          ? line`${shown} is the title ${externalId} already.`
          : line`${shown} ${isDryRun ? 'would be' : 'is'} the title ${externalId}: ${length}.`,
      ],
      audit: { target: externalId, details: { channel: channel.id, program: program.id } },
    }
  },
})
