/** Reason why the service or a command cannot start, with advice. It is shown in the operator's terminal and contains no data of a row. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}
