import { sql } from 'drizzle-orm'
import type { Database } from '../../db/open.ts'
import { smsOutbox } from '../../db/schema/sms.ts'
import { newId } from '../../ids.ts'
import type { SmsSender } from './sms.ts'

/** Keeps what would be sent, to be read at /dev/outbox. */
export function outbox(db: Database): SmsSender {
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
