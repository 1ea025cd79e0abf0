import { lazy, Suspense, useState } from 'react';
import type { SessionUser } from '../../lib/session.ts';
import { AccountFace } from './account-face.tsx';

interface AccountProps {
  me: SessionUser;
  /** With the name beside the face. */
  named?: boolean;
}

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** My face at once; the menu behind it, with all that floats, comes after and never delays a visitor. */
export function Account({ me, named }: AccountProps) {
  // Pressed before the menu is here: then it opens when it comes.
  const [asked, setAsked] = useState(false);
  return (
    <Suspense fallback={<AccountFace me={me} named={named} onClick={() => setAsked(true)} />}>
      <AccountMenu me={me} named={named} defaultOpen={asked} />
    </Suspense>
  );
}
