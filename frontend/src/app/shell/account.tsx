import { lazy, Suspense } from 'react';
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
  return (
    <Suspense fallback={<AccountFace me={me} named={named} />}>
      <AccountMenu me={me} named={named} />
    </Suspense>
  );
}
