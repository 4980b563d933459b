import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { textOf } from '../../../db/localized.ts'
import { channelStates } from '../../../live/channel-states.ts'
import type { CommandDeps } from '../../framework/command-deps.ts'
import { UsageError } from '../../framework/errors.ts'
import { word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import { line } from '../../terminal.ts'

export const listAction = action({
  summary: 'Shows the channels and where they come from',
  effect: 'reads',
  run: async ({ deps }) => {
    const all = await shownChannels(deps)
    return {
      data: all.map(({ name, title, channel: { id, url, isPrivate } }) => ({
        ...{ title: name, name: title, channel: id, url, is_private: isPrivate },
      })),
      print: [
        {
          columns: ['title', 'name', 'private', 'url'].map(name => ({ name })),
          rows: all.map(({ name, title, channel: { url, isPrivate } }) => [
            ...[name, title, isPrivate ? 'yes' : 'no', url],
          ]),
        },
        `${all.length} in all`,
      ],
    }
  },
})

export const showAction = action({
  summary: 'Shows one channel: its encoder, its streams and what is recorded',
  args: { title: word('TITLE', 'external_id or the id in its address') },
  effect: 'reads',
  run: async ({ deps }, { title: name }) => {
    const found = (await shownChannels(deps)).find(
      each => each.name === name || each.shortId === name,
    )
    if (!found) throw new UsageError(line`${name} is no channel.`)
    const { channel, title, state, ageSeconds, missing, recordedSeconds } = found
    return {
      data: {
        ...{ title: found.name, short_id: found.shortId, name: title },
        ...{ channel: channel.id, url: channel.url },
        ...{ is_private: channel.isPrivate, state, age_seconds: ageSeconds, missing },
        ...{ recorded_seconds: recordedSeconds, target_seconds: channel.targetSeconds },
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

export const statusAction = action({
  summary: 'Says of each channel whether it is recorded; ends with 1 where one is not',
  effect: 'reads',
  run: async ({ deps }) => {
    const all = await shownChannels(deps)
    return {
      data: all.map(({ name, channel, state, ageSeconds, missing, recordedSeconds }) => ({
        ...{ title: name, channel: channel.id, state, age_seconds: ageSeconds, missing },
        ...{ recorded_seconds: recordedSeconds, failure: channel.failure },
      })),
      print: [
        {
          columns: [
            ...['title', 'state'].map(name => ({ name })),
            ...['newest', 'missing', 'recorded'].map(name => ({ name, align: 'end' as const })),
            { name: 'failure' },
          ],
          rows: all.map(({ name, state, ageSeconds, missing, recordedSeconds, channel }) => [
            ...[name, state, ageSeconds === null ? null : `${ageSeconds} s`, missing],
            ...[`${recordedSeconds} s`, channel.failure],
          ]),
        },
        `${all.length} in all`,
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
    title: textOf(each.content, 'title', DEFAULT_LANGUAGE) ?? each.content.shortId,
  }))
}
