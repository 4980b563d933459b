import { openMediaStore } from '../../../adapters/media-store/open-media-store.ts'
import { endChannel } from '../../../ingest/live-channel.ts'
import { channelNamed, removeChannel, streamOf } from '../../../live/channels.queries.ts'
import { removeStream } from '../../../live/unnamed-files.ts'
import { UsageError } from '../../framework/errors.ts'
import { word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import { line } from '../../terminal.ts'

export const removeAction = action({
  summary: 'Ends a channel and deletes what was recorded of it; its title stays, without a video',
  args: {
    title: word(
      'TITLE',
      'external_id or the id in its address, also of a title that was removed; or the id of the channel',
    ),
  },
  effect: 'destroys',
  transaction: 'own',
  run: async ({ deps, isDryRun }, { title: name }) => {
    const channel = await channelNamed(deps.db, name)
    if (!channel) throw new UsageError(line`${name} is no channel.`)
    const { env, db } = deps
    if (!isDryRun) {
      await db.transaction(async tx => {
        await removeChannel(tx, channel.id)
        await endChannel(tx, channel)
      })
      await deps.invalidate(['catalogue', `content:${channel.contentId}`])
      // A recorder that still runs deletes what it stores after this.
      await removeStream(openMediaStore(env, 'command'), streamOf(channel.id))
    }
    return {
      data: { title: name, channel: channel.id },
      print: [line`${name} ${isDryRun ? 'would be' : 'is'} no channel any more.`],
      audit: { target: name, details: { channel: channel.id } },
    }
  },
})
