/** Its message tells the operator what is wrong with a channel or its encoder. It holds no URL: those of encoders may hold secrets. */
export class LiveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LiveError'
  }
}
