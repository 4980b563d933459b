import { z } from 'zod'
import { ContentCard } from './content.ts'
import { Id, Nothing, Timestamp, TimestampInput } from './fields.ts'
import { TRACK_KINDS } from './track-kinds.ts'

/** A track without a kind is the usual one of its language. */
export const Track = z.object({
  language: z.string(),
  title: z.string(),
  kind: z.enum(TRACK_KINDS).optional(),
})

/** Times in seconds. manifest_url is signed for the viewer, the path and the time until expires_at. */
export const PlaybackDescriptor = z.object({
  manifest_url: z.string(),
  expires_at: Timestamp,
  expires_in: z.number(),
  kind: z.enum(['vod', 'live', 'audio']),
  start_at: z.number(),
  duration: z.number().nullable(),
  audio_tracks: z.array(Track),
  /** Captions that a viewer can choose. The player shows forced ones automatically. */
  captions: z.array(Track),
  thumbnails_url: z.string().nullable(),
  intro: z.object({ start: z.number(), end: z.number() }).nullable(),
  credits_at: z.number().nullable(),
  chapters: z.array(z.object({ title: z.string(), start: z.number() })),
  next: ContentCard.nullable(),
  advert: z
    .object({
      manifest_url: z.string(),
      skip_after: z.number().nullable(),
      click_url: z.string().nullable(),
      events: z.record(z.string(), z.array(z.string())),
    })
    .nullable(),
  drm: z
    .record(
      z.string(),
      z.object({
        license_url: z.string(),
        certificate_url: z.string().optional(),
      }),
    )
    .nullable(),
  lease_id: z.string().nullable(),
})
export type PlaybackDescriptor = z.infer<typeof PlaybackDescriptor>

export const FileUse = z.enum(['play', 'trailer', 'preview'])
export type FileUse = z.infer<typeof FileUse>
/** Data of a 403 stream_limit. */
export const Lease = z.object({
  lease_id: Id,
  title: z.string(),
  device: z.string(),
  started_at: Timestamp,
  is_current: z.boolean(),
})
export type Lease = z.infer<typeof Lease>
export const StreamLimit = z.object({ leases: z.array(Lease) })

/** Kind of client that opens the links of a playback: the browser of this session, or a native player without cookie and header. */
export const MediaClient = z.enum(['web', 'native'])
export type MediaClient = z.infer<typeof MediaClient>
const client = MediaClient.default('web')

/** Schemas of the inputs and the reply of each call, by the name of its endpoint. */
export const playerCalls = {
  getPlayback: {
    summary:
      'Playback descriptor: id is the content, fileId the video_file_id, use is play, trailer or preview',
    /**
     * `from` seeks in a live channel: start_at is the position of what was sent at that time. It is the beginning of the recording
     * for an earlier time, and 0, the live edge, for a time in the future.
     */
    query: z.strictObject({ from: TimestampInput.optional(), client }),
    data: PlaybackDescriptor,
  },
  heartbeat: {
    summary: 'Heartbeat: saves the position and renews the lease',
    query: z.strictObject({ client }),
    body: z.strictObject({
      current_time: z.number().min(0).max(1_000_000),
      lease_id: Id.nullish(),
      ended: z.boolean().optional(),
      rebuffers: z.number().int().min(0).max(100).optional(),
      rebuffer_seconds: z.number().min(0).max(600).optional(),
      failures: z.number().int().min(0).max(100).optional(),
    }),
    /** While the lease runs, every heartbeat returns a newly signed manifest_url. lease_id changes if the lease had expired. */
    data: z.object({
      renewed: z.boolean(),
      lease_id: z.string().nullable(),
      manifest_url: z.string().nullable(),
      expires_in: z.number().nullable(),
    }),
  },
  /** A link for AirPlay and Chromecast receivers, which have no session. This session must have a lease; the link expires with it. */
  makeReceiverLink: {
    own: true,
    summary: 'Link with which a receiver plays what this session plays',
    body: z.strictObject({}),
    data: z.object({ manifest_url: z.string(), expires_in: z.number() }),
  },
  endLease: {
    own: true,
    summary: 'Stop a playback on another device',
    data: Nothing,
  },
  /** The token comes from `advert.events` of a playback. Only the first report of an event counts. */
  reportAdvert: {
    own: true,
    summary: 'Report an event of an advert',
    body: z.strictObject({}),
    data: Nothing,
  },
}
