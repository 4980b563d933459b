import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { translatedText } from '../../../../platform/db/localized.ts'
import { channelStates } from '../../../../watching/live/channel-states.ts'
import type { CommandDeps } from '../../framework/command-deps.ts'
import { UsageError } from '../../framework/errors.ts'
import { defineAction } from '../../framework/noun.ts'
import { endColumns, startColumns } from '../../framework/table.ts'
import { line } from '../../terminal.ts'
import { title } from './channel.ts'

export const listChannelsAction = defineAction({
  summary: 'Lists the channels and their encoders',
  effect: 'reads',
  run: async ({ deps }) => {
    const all = await shownChannels(deps)
    return {
      data: all.map(({ name, title, channel: { id, url, isPrivate } }) => ({
        title: name,
        name: title,
        channel: id,
        url,
        is_private: isPrivate,
      })),
      print: [
        {
          columns: startColumns('title', 'name', 'private', 'url'),
          rows: all.map(({ name, title, channel: { url, isPrivate } }) => [
            name,
            title,
            isPrivate ? 'yes' : 'no',
            url,
          ]),
        },
        counted(all.length, 'channel'),
      ],
    }
  },
})

export const showChannelAction = defineAction({
  summary: 'Shows the encoder, the streams and the recordings of a channel',
  args: { title },
  effect: 'reads',
  run: async ({ deps }, { title: name }) => {
    const found = (await shownChannels(deps)).find(
      each => each.name === name || each.shortId === name,
    )
    if (!found) throw new UsageError(line`${name} is not a channel.`)
    const { channel, title, state, ageSeconds, missing, recordedSeconds } = found
    return {
      data: {
        title: found.name,
        short_id: found.shortId,
        name: title,
        channel: channel.id,
        url: channel.url,
        is_private: channel.isPrivate,
        state,
        age_seconds: ageSeconds,
        missing,
        recorded_seconds: recordedSeconds,
        target_seconds: channel.targetSeconds,
        streams: channel.renditions.length,
        failure: channel.failure,
      },
      print: [
        line`${title}: ${state}`,
        line`encoder    ${channel.url}${channel.isPrivate ? ' (private)' : ''}`,
        line`streams    ${channel.renditions.length}, segments of up to ${channel.targetSeconds} s`,
        line`recorded   ${recordedSeconds} s, ${missing} segments missing`,
        ...(channel.failure ? [line`failure    ${channel.failure}`] : []),
      ],
    }
  },
})

export const statusAction = defineAction({
  summary: 'Shows which channels are being recorded; the exit code is 1 if one is not',
  effect: 'reads',
  run: async ({ deps }) => {
    const all = await shownChannels(deps)
    return {
      data: all.map(({ name, channel, state, ageSeconds, missing, recordedSeconds }) => ({
        title: name,
        channel: channel.id,
        state,
        age_seconds: ageSeconds,
        missing,
        recorded_seconds: recordedSeconds,
        failure: channel.failure,
      })),
      print: [
        {
          columns: [
            ...startColumns('title', 'state'),
            ...endColumns('newest', 'missing', 'recorded'),
            { name: 'failure' },
          ],
          rows: all.map(({ name, state, ageSeconds, missing, recordedSeconds, channel }) => [
            name,
            state,
            ageSeconds === null ? null : `${ageSeconds} s`,
            missing,
            `${recordedSeconds} s`,
            channel.failure,
          ]),
        },
        counted(all.length, 'channel'),
      ],
      isIncomplete: all.some(({ state }) => state !== 'live'),
    }
  },
})

async function shownChannels(deps: CommandDeps) {
  const all = await channelStates(deps)
  return all.map(each => ({
    ...each,
    name: each.content.externalId ?? each.content.shortId,
    shortId: each.content.shortId,
    title: translatedText(each.content, 'title', DEFAULT_LANGUAGE) ?? each.content.shortId,
  }))
}
