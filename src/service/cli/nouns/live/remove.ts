import { openMediaStore } from '../../../adapters/media-store/open-media-store.ts'
import { endChannel } from '../../../ingest/live-channel.ts'
import { channelTitle } from '../../../ingest/live-title.ts'
import { channelOf, removeChannel, streamOf } from '../../../live/channels.queries.ts'
import { UsageError } from '../../framework/errors.ts'
import { word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import { line } from '../../terminal.ts'

const REMOVED_AT_ONCE = 1_000

export const removeAction = action({
  summary: 'Ends a channel and deletes what was recorded of it; its title stays, without a video',
  args: { title: word('TITLE', 'external_id or the id in its address') },
  effect: 'destroys',
  transaction: 'own',
  run: async ({ deps, isDryRun }, { title: name }) => {
    const content = await channelTitle(deps, name)
    const channel = content && (await channelOf(deps.db, content.id))
    if (!content || !channel) throw new UsageError(line`${name} is no channel.`)
    const { env, db } = deps
    if (!isDryRun) {
      await db.transaction(async tx => {
        await removeChannel(tx, channel.id)
        await endChannel(tx, channel)
      })
      await deps.invalidate(['catalogue', `content:${content.id}`])
      const store = openMediaStore(env, 'command')
      const keys: string[] = []
      for await (const { key } of store.list(streamOf(channel.id))) keys.push(key)
      for (let from = 0; from < keys.length; from += REMOVED_AT_ONCE)
        await store.remove(keys.slice(from, from + REMOVED_AT_ONCE))
    }
    return {
      data: { title: name, channel: channel.id },
      print: [line`${name} ${isDryRun ? 'would be' : 'is'} no channel any more.`],
      audit: { target: name, details: { channel: channel.id } },
    }
  },
})
