import { late } from '../../lib/late.tsx';
import type { SessionUser } from '../../lib/session.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { AccountFace } from './account-face.tsx';

interface AccountProps {
  me: SessionUser;
  /** With the name beside the face. */
  named?: boolean;
}

const AccountMenu = late(async () => (await import('./account-menu.tsx')).AccountMenu);

/** My face; the menu behind it, with all that floats, comes with the first press. */
export function Account({ me, named }: AccountProps) {
  return (
    <LazyMenu button={<AccountFace me={me} named={named} />}>
      <AccountMenu me={me} named={named} />
    </LazyMenu>
  );
}
