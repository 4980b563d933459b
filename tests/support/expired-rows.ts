/** One row of each kind that the retention job deletes or clears. `at` is the value of the column from which its time counts. */

import { Device } from '#src/contract/fields.ts'
import type { Database } from '#src/service/platform/db/open.ts'
import { commandRuns } from '#src/service/platform/db/schema/command-runs.ts'
import { commentReports, comments } from '#src/service/platform/db/schema/comments.ts'
import { idempotencyKeys, rateLimits } from '#src/service/platform/db/schema/http.ts'
import { contentReminders, personalRows } from '#src/service/platform/db/schema/library.ts'
import { liveChannels, livePrograms } from '#src/service/platform/db/schema/live.ts'
import { notifications } from '#src/service/platform/db/schema/notifications.ts'
import { plannedPages } from '#src/service/platform/db/schema/pages.ts'
import { playbackLeases, playbackRefusals } from '#src/service/platform/db/schema/player.ts'
import { searchClicks, searchQueries } from '#src/service/platform/db/schema/search.ts'
import {
  limitedTokens,
  otpChallenges,
  remoteAccess,
  sessions,
} from '#src/service/platform/db/schema/session.ts'
import { smsOutbox } from '#src/service/platform/db/schema/sms.ts'
import {
  staffAccounts,
  staffRequests,
  staffSessions,
} from '#src/service/platform/db/schema/staff.ts'
import { supportTickets } from '#src/service/platform/db/schema/support.ts'
import { videoUploads } from '#src/service/platform/db/schema/video-uploads.ts'
import { webhookEvents } from '#src/service/platform/db/schema/webhooks.ts'
import { newId } from '#src/service/platform/ids.ts'
import { aContent, aProfile, aSession, aUser } from './rows.ts'

const DAY = 86_400_000
const device = Device.parse({ unique_identifier: 'device-of-a-test' })

type Insert = (db: Database, at: Date) => Promise<unknown>

export const EXPIRED_ROWS: Record<string, Insert> = {
  'sessions.created_at': async (db, at) => aSignIn(db, { createdAt: at, ip: '192.0.2.1' }),
  'sessions.revoked_at': async (db, at) =>
    aSignIn(db, { createdAt: daysBefore(at, 1), revokedAt: at }),
  'sessions.expires_at': async (db, at) =>
    aSignIn(db, { createdAt: daysBefore(at, 180), expiresAt: at }),
  'otp_challenges.expires_at': (db, at) =>
    db.insert(otpChallenges).values({
      tracker: newId(),
      msisdn: '09120000000',
      purpose: 'login',
      codeHash: 'hash',
      createdAt: daysBefore(at, 1),
      expiresAt: at,
    }),
  'limited_tokens.expires_at': async (db, at) =>
    db.insert(limitedTokens).values({
      tokenHash: newId(),
      purpose: 'device_choice',
      userId: await aUser(db),
      createdAt: daysBefore(at, 1),
      expiresAt: at,
    }),
  'remote_access.expires_at': (db, at) =>
    db.insert(remoteAccess).values({
      id: newId(),
      code: String(++codes).padStart(6, '0'),
      pollTokenHash: newId(),
      device,
      createdAt: daysBefore(at, 1),
      expiresAt: at,
    }),
  'command_runs.progress_at': (db, at) =>
    db
      .insert(commandRuns)
      .values({ command: 'import', task: newId(), runId: newId(), progressAt: at }),
  'playback_leases.expires_at': async (db, at) => {
    const userId = await aUser(db)
    const [sessionId, profileId] = [await aSession(db, userId, 1), await aProfile(db, userId, 1)]
    const contentId = await aContent(db)
    await db
      .insert(playbackLeases)
      .values({ id: newId(), userId, slot: 1, sessionId, profileId, contentId, expiresAt: at })
  },
  'playback_refusals.last_at': async (db, at) => {
    const [userId, contentId] = [await aUser(db), await aContent(db)]
    await db.insert(playbackRefusals).values({ userId, contentId, reason: 'ticket', lastAt: at })
  },
  'comments.hidden_at': async (db, at) => {
    const [id, userId] = [newId(), await aUser(db)]
    const contentId = await aContent(db)
    await db.insert(comments).values({ id, contentId, userId, text: 'a comment', hiddenAt: at })
    await db.insert(commentReports).values({ commentId: id, userId })
  },
  'search_queries.created_at': async (db, at) => {
    const [queryId, contentId] = [newId(), await aContent(db)]
    await db.insert(searchQueries).values({ id: queryId, text: 'a', results: 1, createdAt: at })
    await db.insert(searchClicks).values({ queryId, contentId, position: 0 })
  },
  'tickets.created_at': (db, at) => aTicket(db, { createdAt: at, updatedAt: at, ip: '192.0.2.1' }),
  'tickets.updated_at': (db, at) =>
    aTicket(db, { createdAt: at, updatedAt: at, status: 'completed' }),
  'content_reminders.created_at': async (db, at) =>
    db
      .insert(contentReminders)
      .values({ userId: await aUser(db), contentId: await aContent(db), createdAt: at }),
  'personal_rows.computed_at': async (db, at) =>
    db.insert(personalRows).values({
      profileId: await aProfile(db, await aUser(db), 1),
      position: 0,
      kind: 'new_episodes',
      contentIds: [],
      computedAt: at,
    }),
  'live_programs.ends_at': async (db, at) => {
    const channelId = newId()
    await db.insert(liveChannels).values({
      id: channelId,
      contentId: await aContent(db),
      url: 'https://encoder.example/a.m3u8',
      manifest: 'a.m3u8',
      renditions: [],
      targetSeconds: 6,
    })
    return db.insert(livePrograms).values({
      id: newId(),
      channelId,
      startsAt: daysBefore(at, 1),
      endsAt: at,
      titleFa: 'برنامه',
    })
  },
  'notices.created_at': async (db, at) =>
    db.insert(notifications).values({
      key: newId(),
      userId: await aUser(db),
      kind: 'new_device',
      text: 'a text',
      createdAt: at,
    }),
  'sms_outbox.created_at': (db, at) =>
    db
      .insert(smsOutbox)
      .values({ id: newId(), to: '09120000000', kind: 'login', text: 'a', createdAt: at }),
  'idempotency_keys.expires_at': (db, at) =>
    db.insert(idempotencyKeys).values({
      scope: 'a',
      key: newId(),
      bodyHash: 'hash',
      createdAt: daysBefore(at, 1),
      expiresAt: at,
    }),
  'webhook_events.created_at': (db, at) =>
    db.insert(webhookEvents).values({
      id: newId(),
      key: newId(),
      type: 'ticket.opened',
      data: {},
      createdAt: at,
    }),
  'staff_sessions.created_at': async (db, at) =>
    db.insert(staffSessions).values({
      id: newId(),
      accountId: await aMember(db),
      tokenHash: newId(),
      createdAt: at,
    }),
  'staff_requests.created_at': async (db, at) =>
    db.insert(staffRequests).values({
      id: newId(),
      accountId: await aMember(db),
      noun: 'users',
      verb: 'erase',
      fields: {},
      reason: 'a reason',
      createdAt: at,
    }),
  'video_uploads.updated_at': async (db, at) =>
    db.insert(videoUploads).values(anUpload(await aContent(db), { createdAt: at, updatedAt: at })),
  'video_uploads.created_at': async (db, at) =>
    db
      .insert(videoUploads)
      .values(
        anUpload(await aContent(db), { state: 'done', createdAt: at, updatedAt: new Date() }),
      ),
  'planned_pages.starts_at': (db, at) =>
    db
      .insert(plannedPages)
      .values({ id: newId(), page: 'home', startsAt: at, file: { widgets: [] } }),
  'rate_limits.expire': (db, at) =>
    db.insert(rateLimits).values({ key: newId(), points: 1, expire: at.getTime() }),
}
let codes = 0

async function aSignIn(db: Database, said: Partial<typeof sessions.$inferInsert>): Promise<void> {
  const [id, userId] = [newId(), await aUser(db)]
  const expiresAt = new Date(Date.now() + 180 * DAY)
  await db
    .insert(sessions)
    .values({ id, tokenHash: id, userId, slot: 1, device, expiresAt, ...said })
}

async function aMember(db: Database): Promise<string> {
  const id = newId()
  await db
    .insert(staffAccounts)
    .values({ id, email: `${id.toLowerCase()}@example.com`, role: 'support' })
  return id
}

async function aTicket(
  db: Database,
  said: Partial<typeof supportTickets.$inferInsert>,
): Promise<void> {
  const userId = await aUser(db)
  await db.insert(supportTickets).values({ id: newId(), userId, title: 'a', text: 'a', ...said })
}

function anUpload(
  contentId: string,
  said: Partial<typeof videoUploads.$inferInsert>,
): typeof videoUploads.$inferInsert {
  const file = { filename: 'film.mp4', bytes: 1, folder: 'folder', actor: 'editor@example.com' }
  return { id: newId(), contentId, kind: 'primary', ...file, ...said }
}

function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * DAY)
}
