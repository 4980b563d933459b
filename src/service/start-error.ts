/** Why the service or a command cannot start, with what to do about it: written for the operator's terminal, and holds no row. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}
