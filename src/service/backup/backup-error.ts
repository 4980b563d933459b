import { visibleLine } from '#src/lib/text/visible.ts'

/** Why a backup cannot be made, read or restored, with what to do about it: written for the operator's terminal, and holds no row. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    // Paths in it are of whoever called the command.
    super(visibleLine(message), options)
    this.name = 'BackupError'
  }
}
