import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { textOf } from '../../../db/localized.ts'
import { createGuardedRead } from '../../../http/guarded-get.ts'
import { picturesFrom } from '../../../import/import-file.ts'
import { playChannel } from '../../../ingest/live-channel.ts'
import { addChannelTitle, channelTitle } from '../../../ingest/live-title.ts'
import { channelOf, saveChannel } from '../../../live/channels.queries.ts'
import { checkSource, type Source } from '../../../live/check-source.ts'
import { type Encoder, urlProblem } from '../../../live/encoder.ts'
import { UsageError } from '../../framework/errors.ts'
import { flag, optional, word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import { line } from '../../terminal.ts'

const title = word('TITLE', 'external_id or the id in its address')
const url = word('URL', 'of its HLS playlist, such as https://encoder.example.com/one.m3u8')
const isPrivate = flag('the encoder is in your own network: its address may be private')

export const addAction = action({
  summary: 'Checks what an encoder sends, and makes a title play it live',
  details: 'A title that is not in the catalogue yet is added, with the name of --name.',
  args: { title, url },
  options: {
    name: optional(word('NAME', 'of a title that is not in the catalogue yet')),
    private: isPrivate,
  },
  effect: 'changes',
  transaction: 'own',
  run: async ({ deps, isDryRun }, { title: name, url, name: newTitle, private: isPrivate }) => {
    const known = await channelTitle(deps, name)
    if (!known && newTitle === null)
      throw new UsageError(line`There is no title ${name}. To add it, give --name.`)
    if (known && (await channelOf(deps.db, known.id)))
      throw new UsageError(line`${name} is a channel already: npm run live -- set changes it.`)
    const encoder = { url, isPrivate }
    const source = await check(encoder)
    const result = (shown: string, id: string | null) => ({
      data: { title: name, channel: id, ...dataOf(source) },
      print: [
        ...linesOf(source),
        isDryRun ? line`${shown} would play it live.` : line`${shown} plays it live.`,
      ],
      audit: { target: name, details: { host: new URL(url).host, channel: id } },
    })
    const shown = known ? (textOf(known, 'title', DEFAULT_LANGUAGE) ?? name) : (newTitle ?? name)
    if (isDryRun) return result(shown, null)
    const content =
      known ??
      (await addChannelTitle(deps, picturesFrom(deps, null), { name, title: newTitle ?? name }))
    const channel = await deps.db.transaction(async tx => {
      const saved = await saveChannel(tx, content.id, { ...encoder, ...source })
      await playChannel(tx, saved)
      return saved
    })
    await deps.invalidate(['catalogue', `content:${content.id}`])
    return result(shown, channel.id)
  },
})

export const setAction = action({
  summary: 'Gives a channel another encoder; what was recorded stays',
  args: { title, url },
  options: { private: isPrivate },
  effect: 'changes',
  transaction: 'own',
  run: async ({ deps, isDryRun }, { title: name, url, private: isPrivate }) => {
    const content = await channelTitle(deps, name)
    const channel = content && (await channelOf(deps.db, content.id))
    if (!content || !channel) throw new UsageError(line`${name} is no channel.`)
    const encoder = { url, isPrivate }
    const source = await check(encoder)
    if (!isDryRun) await saveChannel(deps.db, content.id, { ...encoder, ...source })
    return {
      data: { title: name, channel: channel.id, ...dataOf(source) },
      print: [
        ...linesOf(source),
        isDryRun ? 'The channel would come from it.' : 'The channel comes from it within seconds.',
      ],
      audit: { target: name, details: { host: new URL(url).host, channel: channel.id } },
    }
  },
})

async function check(encoder: Encoder): Promise<Source> {
  const problem = urlProblem(encoder)
  if (problem) throw new UsageError(`A channel cannot come from there: ${problem}.`)
  return checkSource({ guardedRead: createGuardedRead() }, encoder)
}

function dataOf({ renditions, codecs, targetSeconds, windowSeconds }: Source) {
  return {
    streams: renditions.length,
    codecs,
    target_seconds: targetSeconds,
    window_seconds: windowSeconds,
  }
}

function linesOf({ renditions, codecs, targetSeconds, windowSeconds }: Source): string[] {
  return [
    line`Streams: ${renditions.length}, codecs: ${codecs.join(', ') || 'not told'}`,
    line`Segments of up to ${targetSeconds} s; its playlist goes back ${windowSeconds} s.`,
  ]
}
