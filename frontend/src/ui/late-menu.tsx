import { cloneElement, type MouseEventHandler, type ReactElement, type ReactNode, useState } from 'react';
import { LatePart } from '../lib/late.tsx';
import { useSayCodeFailure } from './code-failure.ts';

interface LateMenuProps {
  /** Stands in the menu's place until its code is here. */
  button: ReactElement<{ 'aria-haspopup'?: 'menu'; onClick?: MouseEventHandler }>;
  /** The menu, open from the start. */
  children: ReactNode;
}

/** A menu whose code comes with the first press of its button. Each press asks again for one that did not come. */
export function LateMenu({ button, children }: LateMenuProps) {
  const [presses, setPresses] = useState(0);
  const sayFailure = useSayCodeFailure();
  const standIn = cloneElement(button, { 'aria-haspopup': 'menu', onClick: () => setPresses(presses + 1) });
  if (presses === 0) return standIn;
  return (
    <LatePart key={presses} fallback={standIn} onFailed={sayFailure}>
      {children}
    </LatePart>
  );
}
