import { MediaStoreError } from '../../../platform/adapters/media-store/media-store.ts'
import { ChannelTitleError } from '../../../watching/ingest/live-title.ts'
import { LiveError } from '../../../watching/live/live-error.ts'
import type { Noun } from '../framework/noun.ts'
import { addAction, setAction } from './live/add.ts'
import { guideAction } from './live/guide.ts'
import { listChannelsAction, showChannelAction, statusAction } from './live/look.ts'
import { publishAction } from './live/publish.ts'
import { removeChannelAction } from './live/remove.ts'

export default {
  refusals: [LiveError, ChannelTitleError],
  failures: [MediaStoreError],
  actions: {
    list: listChannelsAction,
    show: showChannelAction,
    status: statusAction,
    add: addAction,
    set: setAction,
    guide: guideAction,
    publish: publishAction,
    remove: removeChannelAction,
  },
} satisfies Noun
