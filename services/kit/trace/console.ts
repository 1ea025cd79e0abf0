import console from 'node:console';
import { format } from 'node:util';
import type { Logger } from 'pino';

const methods = ['trace', 'warn', 'error'] as const;

/**
 * Writes traces, warnings and errors on the console to the log, because some libraries use it for their faults and the
 * log is read by line. Changes the whole process; returns a function that restores the console.
 */
export function logConsole(log: Pick<Logger, 'warn'>): () => void {
  const before = methods.map((method) => [method, console[method]] as const);
  for (const method of methods)
    console[method] = (...values: unknown[]) => {
      const err = values.find((value) => value instanceof Error);
      log.warn({ method, output: format(...values), ...(err && { err }) }, 'console output of a library');
    };
  return () => {
    for (const [method, original] of before) console[method] = original;
  };
}
