/** Channels as arguments of commands. */
import { channelTitle } from '../../../../watching/ingest/live-title.ts'
import { findChannelOfTitle } from '../../../../watching/live/channels.queries.ts'
import type { CommandDeps } from '../../framework/command-deps.ts'
import { UsageError } from '../../framework/errors.ts'
import { textField } from '../../framework/fields.ts'
import { line } from '../../terminal.ts'

export const title = textField('TITLE', 'the external_id or the id in the address')

/** Returns a channel with its title. @throws UsageError if the title is not a channel */
export async function requireChannel(deps: CommandDeps, name: string) {
  const content = await channelTitle(deps, name)
  const channel = content && (await findChannelOfTitle(deps.db, content.id))
  if (!content || !channel) throw new UsageError(line`${name} is not a channel.`)
  return { content, channel }
}
