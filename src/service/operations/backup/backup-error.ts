import { escapeLine } from '#src/lib/text/visible.ts'

/**
 * Says why a backup cannot be made, read or restored, and what to do about it. The text is for the operator's terminal and contains no row.
 */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    // Paths in the message come from the operator and may contain control characters.
    super(escapeLine(message), options)
    this.name = 'BackupError'
  }
}
