import { counted } from '#src/lib/text/count.ts'
import { quoteText } from '#src/lib/text/visible.ts'
import { patchGuide } from '../../../../watching/live/guide.queries.ts'
import { type Guide, parseXmltv } from '../../../../watching/live/xmltv.ts'
import { formatMoment } from '../../framework/dates.ts'
import { allowPartialField, fileField, optional, textField } from '../../framework/fields.ts'
import { decodeInput } from '../../framework/input-file.ts'
import { defineAction } from '../../framework/noun.ts'
import { line } from '../../terminal.ts'
import { requireChannel, title } from './channel.ts'

const MOST_SHOWN = 200

export const guideAction = defineAction({
  summary:
    'Imports the programme guide of a channel from an XMLTV file; importing the same file again changes nothing',
  details:
    'Programmes that the file does not name stay, unless the file has another programme at that time. Programmes that are left out are listed with their lines.',
  args: {
    title,
    file: fileField('FILE', 'such as guide.xml; - reads standard input'),
  },
  options: {
    channel: optional(
      textField('ID', 'the id of the channel in the file, if the file has several channels'),
    ),
    'allow-partial': allowPartialField,
  },
  effect: 'changes',
  run: async ({ deps, isDryRun }, input) => {
    const { title: name, file, channel: fileChannel, 'allow-partial': isPartialAllowed } = input
    const { content, channel } = await requireChannel(deps, name)
    const guide = parseXmltv(decodeInput(file).text, fileChannel)
    const changes = await patchGuide(deps.db, channel.id, guide.entries)
    if (!isDryRun) await deps.invalidate([`content:${content.id}`])
    const { added, changed, removed, unchanged } = changes
    const [leftOut, shortened] = [guide.leftOut.length, guide.shortened.length]
    return {
      data: {
        title: name,
        ...changes,
        left_out: guide.leftOut,
        shortened: guide.shortened.map(({ endsAt, ...each }) => ({ ...each, ends_at: endsAt })),
      },
      print: [
        ...reportLines(guide),
        line`${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged, ${leftOut} left out.`,
      ],
      isIncomplete: leftOut > 0 && !isPartialAllowed,
      audit: { target: name, details: { ...changes, left_out: leftOut, shortened } },
    }
  },
})

function reportLines({ leftOut, shortened }: Guide): string[] {
  return [
    ...shortened.map(
      ({ line: at, title, endsAt }) =>
        line`line ${at}: ${quoteText(title)} ends at ${formatMoment(endsAt)}, when the next programme begins.`,
    ),
    ...leftOut.map(
      ({ line: at, title, reason }) =>
        line`line ${at}: ${quoteText(title)} is left out: ${reason}.`,
    ),
  ].flatMap((text, index, all) => {
    if (index < MOST_SHOWN) return text
    return index === MOST_SHOWN ? line`… and ${counted(all.length - MOST_SHOWN, 'more line')}` : []
  })
}
