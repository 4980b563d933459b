import { openMediaStore } from '../../../../platform/adapters/media-store/open-media-store.ts'
import { endChannel } from '../../../../watching/ingest/live-channel.ts'
import {
  findChannel,
  liveStreamKey,
  removeChannel,
} from '../../../../watching/live/channels.queries.ts'
import { removeStreamFiles } from '../../../../watching/live/unnamed-files.ts'
import { UsageError } from '../../framework/errors.ts'
import { textField } from '../../framework/fields.ts'
import { defineAction } from '../../framework/noun.ts'
import { line } from '../../terminal.ts'

export const removeChannelAction = defineAction({
  summary: 'Ends a channel and deletes its recordings; the title stays without a video',
  args: {
    title: textField(
      'TITLE',
      'the external_id or the id in the address, also of a removed title; or the id of the channel',
    ),
  },
  effect: 'destroys',
  transaction: 'own',
  run: async ({ deps, isDryRun }, { title: name }) => {
    const channel = await findChannel(deps.db, name)
    if (!channel) throw new UsageError(line`${name} is not a channel.`)
    const { env, db } = deps
    if (!isDryRun) {
      await db.transaction(async tx => {
        await removeChannel(tx, channel.id)
        await endChannel(tx, channel)
      })
      await deps.invalidate(['catalogue', `content:${channel.contentId}`])
      // A recorder that is still running deletes the files that it stores after this.
      await removeStreamFiles(openMediaStore(env, 'command'), liveStreamKey(channel.id))
    }
    return {
      data: { title: name, channel: channel.id },
      print: [line`${name} ${isDryRun ? 'would no longer be' : 'is no longer'} a channel.`],
      audit: { target: name, details: { channel: channel.id } },
    }
  },
})
