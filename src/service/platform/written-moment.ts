import { z } from 'zod'
import { readMoment, WrittenTimeError } from '#src/lib/text/written-time.ts'

/** A date and time in a file, in the Persian or the Gregorian calendar. */
export const WrittenMoment = z.string().transform((text, context) => {
  try {
    return readMoment(text)
  } catch (error) {
    if (!(error instanceof WrittenTimeError)) throw error
    context.addIssue({ code: 'custom', message: error.message })
    return z.NEVER
  }
})
