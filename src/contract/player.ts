import { z } from 'zod'
import { ContentCard } from './content.ts'
import { Id, Nothing, Timestamp, TimestampInput } from './fields.ts'
import { TRACK_KINDS } from './track-kinds.ts'

/** Without a kind it is the usual one of its language. */
const Track = z.object({
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
  /** Those that can be chosen: without forced ones, which the player shows by itself. */
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

/** What each call takes and answers, by the name of its endpoint. */
export const playerCalls = {
  getPlayback: {
    summary:
      'Playback descriptor: a is the content, b the video_file_id, c play, trailer or preview',
    /**
     * Of a live channel: start_at is where it showed what it sent at that time; the beginning of what is recorded for a time before
     * that; 0, the live edge, for a time after it.
     */
    query: z.object({ from: TimestampInput.optional() }),
    data: PlaybackDescriptor,
  },
  heartbeat: {
    summary: 'Heartbeat: saves the position and renews the lease',
    body: z.strictObject({
      current_time: z.number().min(0).max(1_000_000),
      lease_id: Id.nullish(),
      ended: z.boolean().optional(),
      rebuffers: z.number().int().min(0).max(100).optional(),
      rebuffer_seconds: z.number().min(0).max(600).optional(),
      failures: z.number().int().min(0).max(100).optional(),
    }),
    /** While the lease runs, every heartbeat returns a newly signed manifest_url. lease_id changes when an expired lease was replaced. */
    data: z.object({
      renewed: z.boolean(),
      lease_id: z.string().nullable(),
      manifest_url: z.string().nullable(),
      expires_in: z.number().nullable(),
    }),
  },
  /** For AirPlay and Chromecast, which have no session. The stream of this session must have a lease; the link ends with it. */
  makeReceiverLink: {
    summary: 'Link with which a receiver plays what this session plays',
    body: z.strictObject({}),
    data: z.object({ manifest_url: z.string(), expires_in: z.number() }),
  },
  endLease: {
    summary: 'Stop a playback on another device',
    data: Nothing,
  },
  /** The token is what `advert.events` of a playback carries; a report counts once. */
  reportAdvert: {
    summary: 'Report an event of an advert',
    body: z.strictObject({}),
    data: Nothing,
  },
}
