/**
 * An error of a channel or its encoder, with a message for the operator. It contains no URL, because encoder URLs may
 * contain secrets.
 */
export class LiveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LiveError'
  }
}
