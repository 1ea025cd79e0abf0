import { lazyComponent } from '../../lib/lazy.tsx';
import type { SessionUser } from '../../lib/session.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { AccountButton } from './account-button.tsx';

interface AccountProps {
  me: SessionUser;
  /** With the name beside the face. */
  named?: boolean;
}

const AccountMenu = lazyComponent(async () => (await import('./account-menu.tsx')).AccountMenu);

/** My face; the menu behind it, with all that floats, comes with the first press. */
export function Account({ me, named }: AccountProps) {
  return (
    <LazyMenu button={<AccountButton me={me} named={named} />}>
      <AccountMenu me={me} named={named} />
    </LazyMenu>
  );
}
