import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import type { SessionUser } from '../../lib/session.ts';

const AdminBadgeList = lazyComponent(async () => (await import('./admin-badge-list.tsx')).AdminBadgeList);

/** The site's state for admins on every screen, with text where there is space; renders nothing for others. */
export const AdminBadges = ({ me, named }: { me: SessionUser; named?: boolean | undefined }) =>
  me.role === 'admin' && (
    <LazyPart>
      <AdminBadgeList named={named} />
    </LazyPart>
  );
