import { useLocation } from 'react-router-dom';
import { withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { paths } from '../../lib/paths.ts';
import { usePendingInvite } from './accepted-invite.ts';

const PendingInviteJoin = lazyComponent(
  withTexts(async () => (await import('./pending-invite-join.tsx')).PendingInviteJoin, 'invites', 'members'),
);

/**
 * Joins by the invitation that was accepted before signing in or up, on any screen except that of the invitation, which
 * joins without this.
 */
export function PendingInvite() {
  const { pending } = usePendingInvite();
  const { pathname } = useLocation();
  if (!pending || pathname === paths.invitePattern) return null;
  return (
    <LazyPart>
      <PendingInviteJoin key={pending.code} invite={pending} />
    </LazyPart>
  );
}
