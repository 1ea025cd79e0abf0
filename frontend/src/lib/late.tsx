import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { CodeError, loadCode } from './code.ts';

/**
 * A component whose code comes when it is first rendered; like React's lazy, but a failure is not for ever: once a
 * boundary has caught it and called `forget`, the next mount asks again.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: await loadCode(load) };
      } catch (error) {
        if (error instanceof CodeError) {
          error.forget = () => {
            source.current = attempt();
          };
        }
        throw error;
      }
    });
  const source = { current: attempt() };
  return (props: P) => <Late source={source} props={props} />;
}

function Late<P extends object>({ source, props }: { source: { current: ComponentType<P> }; props: P }) {
  // Chosen once: another component in its place would lose what is on the screen.
  const [Loaded] = useState(() => source.current);
  return <Loaded {...props} />;
}

interface LatePartProps {
  /** Shown until the code is here. */
  fallback?: ReactNode;
  /** Shown when it cannot come, given the way to try again; `fallback` when not said. */
  failed?: (error: CodeError, retry: () => void) => ReactNode;
  /** Told once for each failure. */
  onFailed?: (error: CodeError) => void;
  children: ReactNode;
}

/** A part of a screen whose code comes late. Its failure leaves the screen as it is; back online, it is tried again. */
export class LatePart extends Component<LatePartProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidMount(): void {
    window.addEventListener('online', this.retry);
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof CodeError)) return;
    error.forget();
    this.props.onFailed?.(error);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.retry);
  }

  retry = (): void => this.setState({ error: null });

  override render(): ReactNode {
    const { error } = this.state;
    const { fallback, failed, children } = this.props;
    if (error instanceof CodeError) return failed?.(error, this.retry) ?? fallback;
    // A crash of what did come is no matter of loading: the screen's own boundary shows it.
    if (error !== null) throw error;
    return <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
