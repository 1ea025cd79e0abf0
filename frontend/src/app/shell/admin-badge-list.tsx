import { MaintenanceBadge } from './maintenance-badge.tsx';
import { WaitingBadge } from './waiting-badge.tsx';

/** The badges for maintenance and for pending work. */
export function AdminBadgeList({ named }: { named?: boolean | undefined }) {
  return (
    <>
      <MaintenanceBadge named={named} />
      <WaitingBadge named={named} />
    </>
  );
}
