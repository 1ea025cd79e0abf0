import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import type { SessionUser } from '../../lib/session.ts';

const SignList = lazyComponent(async () => (await import('./sign-list.tsx')).SignList);

/** The site's state for admins on every screen, with text where there is space; renders nothing for others. */
export const AdminSigns = ({ me, named }: { me: SessionUser; named?: boolean | undefined }) =>
  me.role === 'admin' && (
    <LazyPart>
      <SignList named={named} />
    </LazyPart>
  );
