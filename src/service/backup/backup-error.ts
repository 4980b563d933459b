/** Why a backup cannot be made, read or restored, with what to do about it: written for the operator's terminal, and holds no row. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}
