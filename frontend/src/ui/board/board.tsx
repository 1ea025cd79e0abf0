import type { ReactNode } from 'react';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { ErrorState } from '../error-state.tsx';
import type { BoardProps } from './board-entries.ts';

/**
 * Columns of cards, side by side on a desktop, one at a time on a phone, where a swipe or a tab leads to the next.
 * Cards are moved by dragging, by the arrow keys of their handle, or by its menu.
 */
export function Board({
  fallback,
  ...props
}: BoardProps & { /** Until the code for dragging has loaded. */ fallback?: ReactNode }) {
  return (
    <LazyPart fallback={fallback} failed={(error, retry) => <ErrorState error={error} onRetry={retry} />}>
      <BoardPanel {...props} />
    </LazyPart>
  );
}

const BoardPanel = lazyComponent(async () => (await import('./board-panel.tsx')).BoardPanel);
