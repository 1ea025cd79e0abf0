import { withTexts } from '../../lib/i18n.ts';
import { lazyComponent } from '../../lib/lazy.tsx';
import type { SessionUser } from '../../lib/session.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { AccountButton } from './account-button.tsx';

interface AccountProps {
  me: SessionUser;
  /** Shows the name next to the avatar. */
  named?: boolean;
}

const AccountMenu = lazyComponent(
  withTexts(async () => (await import('./account-menu.tsx')).AccountMenu, 'tools', 'members'),
);

/** The signed-in person's avatar; the code of the menu behind it is loaded with the first press. */
export function Account({ me, named }: AccountProps) {
  return (
    <LazyMenu button={<AccountButton me={me} named={named} />}>
      <AccountMenu me={me} named={named} />
    </LazyMenu>
  );
}
