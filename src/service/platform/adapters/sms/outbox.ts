import { sql } from 'drizzle-orm'
import type { Database } from '../../db/open.ts'
import { smsOutbox } from '../../db/schema/sms.ts'
import { newId } from '../../ids.ts'
import type { SmsSender } from './sms.ts'

/** Stores messages instead of sending them. They are listed at /dev/outbox. */
export function outboxSender(db: Database): SmsSender {
  return {
    async send({ to, kind, text, code }) {
      await db.insert(smsOutbox).values({
        id: newId(),
        to,
        kind,
        text,
        code: code ?? null,
        status: 'sent',
        attempts: 1,
        sentAt: sql`now()`,
      })
    },
  }
}
