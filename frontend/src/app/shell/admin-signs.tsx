import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import type { SessionUser } from '../../lib/session.ts';

const SignList = lazyComponent(async () => (await import('./sign-list.tsx')).SignList);

/** What an admin is to know of the site on every screen, in words where there is room for them; nothing for others. */
export const AdminSigns = ({ me, named }: { me: SessionUser; named?: boolean | undefined }) =>
  me.role === 'admin' && (
    <LazyPart>
      <SignList named={named} />
    </LazyPart>
  );
