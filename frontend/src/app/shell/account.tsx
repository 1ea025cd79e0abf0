import { useState } from 'react';
import { LatePart, late } from '../../lib/late.tsx';
import type { SessionUser } from '../../lib/session.ts';
import { AccountFace } from './account-face.tsx';

interface AccountProps {
  me: SessionUser;
  /** With the name beside the face. */
  named?: boolean;
}

const AccountMenu = late(async () => (await import('./account-menu.tsx')).AccountMenu);

/** My face at once; the menu behind it, with all that floats, comes after and never delays a visitor. */
export function Account({ me, named }: AccountProps) {
  // Pressed before the menu is here: then it opens when it comes. Each press asks again for one that did not come.
  const [presses, setPresses] = useState(0);
  return (
    <LatePart key={presses} fallback={<AccountFace me={me} named={named} onClick={() => setPresses(presses + 1)} />}>
      <AccountMenu me={me} named={named} defaultOpen={presses > 0} />
    </LatePart>
  );
}
