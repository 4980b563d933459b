import { sql } from 'drizzle-orm'
import type { Database } from '../../db/open.ts'
import { preparedQuery } from '../../db/prepared.ts'
import { smsOutbox } from '../../db/schema/sms.ts'
import { newId } from '../../ids.ts'
import type { SmsSender } from './sms.ts'

/** Stores messages instead of sending them. They are listed at /dev/outbox. */
export function outboxSender(db: Database): SmsSender {
  return {
    async send({ to, kind, text, code }) {
      const value = sql.placeholder
      const insert = preparedQuery(db, 'message into the outbox', handle =>
        handle.insert(smsOutbox).values({
          id: value('id'),
          to: value('to'),
          kind: value('kind'),
          text: value('text'),
          code: value('code'),
          status: 'sent',
          attempts: 1,
          sentAt: sql`now()`,
        }),
      )
      await insert.execute({ id: newId(), to, kind, text, code: code ?? null })
    },
  }
}
