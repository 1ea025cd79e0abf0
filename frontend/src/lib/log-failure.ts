/** Logs a failure for which the specification has no message. */
export function logFailure(message: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: there is nothing to show
  console.warn(message, error);
}
