/** Receives the server's log messages; a pino logger is one. */
export type Logger = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
