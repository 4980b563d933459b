/** The days of a report, in Tehran time. */
export type Period = {
  /** Midnight at the beginning of the first day. */
  from: Date
  /** Midnight after the last day. */
  to: Date
}

/** Returns the end of the period, or now if the period ends later. */
export function endOfPeriod({ to }: Period, now: Date): Date {
  return new Date(Math.min(to.getTime(), now.getTime()))
}
