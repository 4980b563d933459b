import { channelTitle } from '../../../ingest/live-title.ts'
import { channelOf } from '../../../live/channels.queries.ts'
import { patchGuide } from '../../../live/guide.queries.ts'
import { readXmltv } from '../../../live/xmltv.ts'
import { readText } from '../../command.ts'
import { UsageError } from '../../framework/errors.ts'
import { optional, word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import { line } from '../../terminal.ts'

export const guideAction = action({
  summary:
    'Imports what a channel shows from a file in the XMLTV format; the same file again changes nothing',
  details:
    'Programmes that the file does not name stay, except those in whose time it names another.',
  args: {
    title: word('TITLE', 'external_id or the id in its address'),
    file: word('FILE', 'such as guide.xml; - reads standard input'),
  },
  options: {
    channel: optional(word('ID', 'of the channel in the file, where it is of several')),
  },
  effect: 'changes',
  run: async ({ deps, isDryRun }, { title: name, file, channel: fileChannel }) => {
    const content = await channelTitle(deps, name)
    const channel = content && (await channelOf(deps.db, content.id))
    if (!content || !channel) throw new UsageError(line`${name} is no channel.`)
    const { entries, skipped } = readXmltv(readText(file), fileChannel)
    const changes = await patchGuide(deps.db, channel.id, entries)
    if (!isDryRun) await deps.invalidate([`content:${content.id}`])
    const { added, changed, removed, unchanged } = changes
    const skips = Object.entries(skipped)
    return {
      data: { title: name, ...changes, skipped },
      print: [
        line`${added} added, ${changed} changed, ${removed} removed, ${unchanged} as before.`,
        ...skips.map(([why, count]) => line`${count} left out: ${why}.`),
      ],
      isIncomplete: skips.length > 0,
      audit: { target: name, details: changes },
    }
  },
})
