import type { Location } from 'react-router-dom';
import { Link, type LinkProps, useLocation, useNavigate } from 'react-router-dom';

interface ModalState {
  background: Location;
}

/** The location of the page behind a modal route, when it was opened from one. */
export function backgroundOf(state: unknown): Location | undefined {
  const hasBackground = typeof state === 'object' && state !== null && 'background' in state;
  // Only useModalState writes this state.
  return hasBackground ? (state as ModalState).background : undefined;
}

/** The history state that keeps the current page rendered behind a modal route. */
export function useModalState(): ModalState {
  const location = useLocation();
  return { background: backgroundOf(location.state) ?? location };
}

/** A link to a modal route, which opens over the current page. */
export function ModalLink(props: LinkProps) {
  const state = useModalState();
  return <Link {...props} state={state} />;
}

/** Closes a modal route: back to the page behind it, or to `otherwise` when it was opened by its address. */
export function useCloseModal(otherwise: string): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return () => {
    if (backgroundOf(state)) void navigate(-1);
    else void navigate(otherwise, { replace: true });
  };
}
