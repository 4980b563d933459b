/** The schemas of every call, by the name of its endpoint. The service validates with them; browser code imports only their types. */
import type { z } from 'zod'
import { checkoutCalls } from './checkout.ts'
import { cinemaCalls } from './cinema.ts'
import { contentCalls } from './content.ts'
import { libraryCalls } from './library.ts'
import { liveCalls } from './live.ts'
import { pagesCalls } from './pages.ts'
import { playerCalls } from './player.ts'
import { profilesCalls } from './profiles.ts'
import { searchCalls } from './search.ts'
import { sessionCalls } from './session.ts'
import { supportCalls } from './support.ts'
import { surveysCalls } from './surveys.ts'

export type CallSchemas = {
  /** True for a call that the specification does not list. */
  readonly own?: boolean
  /** One line for the API description and docs/permissions.md. */
  readonly summary: string
  readonly body?: z.ZodType
  readonly query?: z.ZodType
  readonly data: z.ZodType
  /** Data of the reply 202 of a call that waits for something. */
  readonly waiting?: z.ZodType
  /** Data of the reply 200 of such a call. */
  readonly done?: z.ZodType
}

export const calls = {
  ...sessionCalls,
  ...profilesCalls,
  ...contentCalls,
  ...playerCalls,
  ...liveCalls,
  ...libraryCalls,
  ...pagesCalls,
  ...searchCalls,
  ...checkoutCalls,
  ...cinemaCalls,
  ...supportCalls,
  ...surveysCalls,
} satisfies Record<string, CallSchemas>
export type CallName = keyof typeof calls

export function getCallSchemas({ name }: { name: CallName }): CallSchemas {
  return calls[name]
}
