import { eq } from 'drizzle-orm'
import type { PersonalData } from '../db/personal-data.ts'
import { notifications } from '../db/schema/notifications.ts'

export const notificationsPersonalData: PersonalData[] = [
  { table: notifications, of: ({ id }) => eq(notifications.userId, id), erasure: 'deletes' },
]
