import { useLocation } from 'react-router-dom';
import { withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { paths } from '../../lib/paths.ts';
import { useKeptInvite } from './accepted-invite.ts';

const KeptInviteJoin = lazyComponent(
  withTexts(async () => (await import('./kept-invite-join.tsx')).KeptInviteJoin, 'invites', 'members'),
);

/** Joins by the invitation that was accepted before signing in or up, on any screen but its own, which does it itself. */
export function KeptInvite() {
  const { kept } = useKeptInvite();
  const { pathname } = useLocation();
  if (!kept || pathname === paths.invitePattern) return null;
  return (
    <LazyPart>
      <KeptInviteJoin key={kept.code} invite={kept} />
    </LazyPart>
  );
}
