import type { ErrorInfo } from 'react';
import { ChunkLoadError } from './load-chunk.ts';

/**
 * Logs an error that a boundary caught, as React does by default, for `createRoot`. Not a failure to load code: it is
 * expected without a connection, and the boundary shows it and loads the code again.
 */
export function logCaughtError(error: unknown, { componentStack }: ErrorInfo): void {
  if (error instanceof ChunkLoadError) return;
  // biome-ignore lint/suspicious/noConsole: React also logs caught errors to the console
  console.error(error, componentStack);
}
