import type { ErrorInfo } from 'react';
import { ChunkLoadError } from './load-chunk.ts';

/**
 * Logs an error that a boundary caught, as React does without it, for `createRoot`. Not code that could not be loaded:
 * that is expected without a connection, and the boundary shows it and loads it again.
 */
export function logCaughtError(error: unknown, { componentStack }: ErrorInfo): void {
  if (error instanceof ChunkLoadError) return;
  // biome-ignore lint/suspicious/noConsole: the console is where React, too, says what a boundary caught
  console.error(error, componentStack);
}
