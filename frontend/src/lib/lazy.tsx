import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { ChunkLoadError, loadChunk } from './load-chunk.ts';

/**
 * A component whose code is loaded when it is first rendered; like React's lazy, but a failure can be retried: once a
 * boundary has caught it and called `forget`, the next mount loads again.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: await loadChunk(load) };
      } catch (error) {
        if (error instanceof ChunkLoadError) {
          error.forget = () => {
            source.current = attempt();
          };
        }
        throw error;
      }
    });
  const source = { current: attempt() };
  return (props: P) => <Lazy source={source} props={props} />;
}

function Lazy<P extends object>({ source, props }: { source: { current: ComponentType<P> }; props: P }) {
  // Chosen once per mount: replacing the component would lose the state of the screen.
  const [Loaded] = useState(() => source.current);
  return <Loaded {...props} />;
}

interface LazyPartProps {
  /** Shown until the code is loaded. */
  fallback?: ReactNode;
  /** Shown when loading failed, given a retry function; `fallback` by default. */
  failed?: (error: ChunkLoadError, retry: () => void) => ReactNode;
  /** Called once for each failure to load. */
  onFailed?: (error: ChunkLoadError) => void;
  children: ReactNode;
}

/** A part of a screen whose code is loaded lazily. A failure to load leaves the rest of the screen as it is. */
export function LazyPart({ fallback, failed, onFailed, children }: LazyPartProps) {
  return (
    <ErrorBoundary
      // An error of loaded code is handled by the boundary of the screen.
      handles={isChunkLoadError}
      fallback={(error, retry) => (isChunkLoadError(error) && failed?.(error, retry)) || fallback}
      onError={(error) => isChunkLoadError(error) && onFailed?.(error)}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

const isChunkLoadError = (error: unknown): error is ChunkLoadError => error instanceof ChunkLoadError;
