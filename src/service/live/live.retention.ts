import { BY_OPERATOR, type Retention } from '../db/retention.ts'
import { liveChannels, livePrograms, liveSegments } from '../db/schema/live.ts'

export const liveRetention: Retention[] = [
  { table: liveChannels, stored: BY_OPERATOR, why: 'channels and the addresses of their encoders' },
  {
    table: liveSegments,
    stored: 'for the window that viewers may seek in; the recorder removes it with its files',
    why: 'viewers of a live channel seek back in it',
  },
  {
    table: livePrograms,
    expiries: [{ from: livePrograms.endsAt, after: { days: 7 } }],
    why: 'the guide shows today and what comes',
  },
]
