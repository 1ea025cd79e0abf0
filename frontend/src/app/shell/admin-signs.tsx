import { withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import type { SessionUser } from '../../lib/session.ts';

const MaintenanceSign = lazyComponent(
  withTexts(async () => (await import('./maintenance-sign.tsx')).MaintenanceSign, 'tools'),
);

/** What an admin is to know of the site on every screen, in words where there is room for them; nothing for others. */
export function AdminSigns({ me, named = false }: { me: SessionUser; named?: boolean }) {
  if (me.role !== 'admin') return null;
  return (
    <LazyPart>
      <MaintenanceSign named={named} />
    </LazyPart>
  );
}
