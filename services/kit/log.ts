import { type DestinationStream, type Logger, pino } from 'pino';

const secretFields = ['password', 'token', 'ticket', 'sig', 'code', 'authorization', 'cookie', 'confirmPassword'];
/** `url` holds an address with a query of its own, signature and all. */
const secretParts = new Set([...secretFields, 'url']);

/** JSON lines on `destination` (standard output when absent); fields that carry secrets are never written. */
export function createLog(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      // Redis' errors carry the command that failed, with all that it was given.
      paths: [...secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), '*.command.args'],
      censor: '[secret]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** An address without the query parts that carry secrets: `path?limit=5&sig=…` becomes `path?limit=5`. */
export function withoutSecrets(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (!query) return path;
  const kept = query.split('&').filter((part) => !secretParts.has(part.split('=')[0] ?? ''));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}
