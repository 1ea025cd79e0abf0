import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from './load-chunk.ts';

interface ErrorBoundaryProps {
  /** Which errors it handles; others reach the boundary above. All by default. */
  handles?: (error: unknown) => boolean;
  /** Shown instead of the children; receives a function that renders them again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  /** Called once for each handled error. */
  onError?: (error: unknown) => void;
  /** Renders the children again after an error when it changes. */
  resetKey?: string | undefined;
  children: ReactNode;
}

interface ErrorBoundaryState {
  /** Wrapped, since any value can be thrown, also undefined. */
  caught: { error: unknown } | null;
}

/**
 * Catches errors that its children throw while rendering. Code that could not be loaded is requested again when the
 * connection is back.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error } };
  }

  override componentDidMount(): void {
    window.addEventListener('online', this.retryLoading);
  }

  override componentDidCatch(error: unknown): void {
    if (!this.#handles(error)) return;
    if (error instanceof ChunkLoadError) error.forget();
    this.props.onError?.(error);
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps): void {
    if (this.state.caught && resetKey !== this.props.resetKey) this.retry();
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.retryLoading);
  }

  #handles(error: unknown): boolean {
    return this.props.handles?.(error) ?? true;
  }

  retryLoading = (): void => {
    if (this.state.caught?.error instanceof ChunkLoadError) this.retry();
  };

  retry = (): void => this.setState({ caught: null });

  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    if (!this.#handles(caught.error)) throw caught.error;
    return this.props.fallback(caught.error, this.retry);
  }
}
