import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { openPictures } from '../../../../catalogue/import/import-file.ts'
import { translatedText } from '../../../../platform/db/localized.ts'
import { createGuardedRead } from '../../../../platform/http/guarded-get.ts'
import { playChannel } from '../../../../watching/ingest/live-channel.ts'
import { addChannelTitle, channelTitle } from '../../../../watching/ingest/live-title.ts'
import { findChannelOfTitle, saveChannel } from '../../../../watching/live/channels.queries.ts'
import { checkSource, type Source } from '../../../../watching/live/check-source.ts'
import { type Encoder, encoderUrlProblem } from '../../../../watching/live/encoder.ts'
import { UsageError } from '../../framework/errors.ts'
import { flagField, optional, textField } from '../../framework/fields.ts'
import { defineAction } from '../../framework/noun.ts'
import { line } from '../../terminal.ts'
import { requireChannel, title } from './channel.ts'

const url = textField(
  'URL',
  'the HLS playlist of the encoder, such as https://encoder.example.com/one.m3u8',
)
const isPrivate = flagField('allows a private address, for an encoder in your own network')

export const addAction = defineAction({
  summary: 'Checks the stream of an encoder and makes a title play it live',
  details: 'A title that is not in the catalogue yet is added with the name in --name.',
  args: { title, url },
  options: {
    name: optional(textField('NAME', 'the name of a title that is not in the catalogue yet')),
    private: isPrivate,
  },
  effect: 'changes',
  transaction: 'own',
  run: async ({ deps, isDryRun }, { title: name, url, name: newTitle, private: isPrivate }) => {
    const known = await channelTitle(deps, name)
    if (!known && newTitle === null)
      throw new UsageError(line`The title ${name} does not exist. Add --name to create it.`)
    if (known && (await findChannelOfTitle(deps.db, known.id)))
      throw new UsageError(line`${name} is already a channel. Change it with ./pardeh live set.`)
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
    const shown = known
      ? (translatedText(known, 'title', DEFAULT_LANGUAGE) ?? name)
      : (newTitle ?? name)
    if (isDryRun) return result(shown, null)
    const content =
      known ??
      (await addChannelTitle(deps, openPictures(deps, null), { name, title: newTitle ?? name }))
    const channel = await deps.db.transaction(async tx => {
      const saved = await saveChannel(tx, content.id, { ...encoder, ...source })
      await playChannel(tx, saved)
      return saved
    })
    await deps.invalidate(['catalogue', `content:${content.id}`])
    return result(shown, channel.id)
  },
})

export const setAction = defineAction({
  summary: 'Gives a channel another encoder and keeps its recordings',
  args: { title, url },
  options: { private: isPrivate },
  effect: 'changes',
  transaction: 'own',
  run: async ({ deps, isDryRun }, { title: name, url, private: isPrivate }) => {
    const { content, channel } = await requireChannel(deps, name)
    const encoder = { url, isPrivate }
    const source = await check(encoder)
    if (!isDryRun) await saveChannel(deps.db, content.id, { ...encoder, ...source })
    return {
      data: { title: name, channel: channel.id, ...dataOf(source) },
      print: [
        ...linesOf(source),
        isDryRun
          ? 'The channel would use this encoder.'
          : 'The channel uses this encoder within seconds.',
      ],
      audit: { target: name, details: { host: new URL(url).host, channel: channel.id } },
    }
  },
})

async function check(encoder: Encoder): Promise<Source> {
  const problem = encoderUrlProblem(encoder)
  if (problem) throw new UsageError(`The URL cannot be used for a channel: ${problem}.`)
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
    line`Streams: ${renditions.length}, codecs: ${codecs.join(', ') || 'unknown'}`,
    line`Segments of up to ${targetSeconds} s; the playlist covers the last ${windowSeconds} s.`,
  ]
}
