import { MediaStoreError } from '../../adapters/media-store/media-store.ts'
import { ChannelTitleError } from '../../ingest/live-title.ts'
import { LiveError } from '../../live/live-error.ts'
import type { Noun } from '../framework/noun.ts'
import { addAction, setAction } from './live/add.ts'
import { guideAction } from './live/guide.ts'
import { listAction, showAction, statusAction } from './live/look.ts'
import { publishAction } from './live/publish.ts'
import { removeAction } from './live/remove.ts'

export default {
  summary: 'Live channels: where they come from, and whether they are recorded (docs/live.md)',
  told: [LiveError, ChannelTitleError, MediaStoreError],
  actions: {
    list: listAction,
    show: showAction,
    status: statusAction,
    add: addAction,
    set: setAction,
    guide: guideAction,
    publish: publishAction,
    remove: removeAction,
  },
} satisfies Noun
