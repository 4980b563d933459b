/** The days that a report is about, in Tehran's calendar. */
export type Period = {
  /** Midnight at the beginning of the first day. */
  from: Date
  /** Midnight after the last day. */
  to: Date
}

/** A report of days to come ends now. */
export function endOf({ to }: Period, now: Date): Date {
  return new Date(Math.min(to.getTime(), now.getTime()))
}
