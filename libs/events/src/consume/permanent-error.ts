/** Thrown by a handler whose event can never be handled: it goes to the dead letters at once, without retries. */
export class PermanentError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PermanentError';
  }
}
