import { cloneElement, type MouseEventHandler, type ReactElement, type ReactNode, useState } from 'react';
import { LazyPart } from '../lib/lazy.tsx';
import { useLoadErrorToast } from './use-load-error-toast.ts';

interface LazyMenuProps {
  /** Rendered until the menu's code has loaded. */
  button: ReactElement<{ 'aria-haspopup'?: 'menu'; onClick?: MouseEventHandler }>;
  /** The menu, with `defaultOpen`. */
  children: ReactNode;
}

/** A menu whose code is loaded on the first press of its button. After a failure each press retries. */
export function LazyMenu({ button, children }: LazyMenuProps) {
  const [presses, setPresses] = useState(0);
  const showLoadError = useLoadErrorToast();
  const placeholder = cloneElement(button, { 'aria-haspopup': 'menu', onClick: () => setPresses(presses + 1) });
  if (presses === 0) return placeholder;
  return (
    <LazyPart key={presses} fallback={placeholder} onFailed={showLoadError}>
      {children}
    </LazyPart>
  );
}
