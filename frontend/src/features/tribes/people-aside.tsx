import { homininiId } from '@limits/community';
import { Link2 } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import type { Tribe } from './api.ts';
import { RulesNote } from './rules-note.tsx';
import { Panel } from './tribe-panels.tsx';
import { WaitingRequests } from './waiting-requests.tsx';

export const mayInvite = ({ id, canModerate }: Tribe): boolean => canModerate && id !== homininiId;

/** The rules, and for moderators the requests to join. */
export function PeopleNotes({ tribe }: { tribe: Tribe }) {
  return (
    <>
      {tribe.canModerate && <WaitingRequests tribeId={tribe.id} />}
      <RulesNote rules={tribe.rules} />
    </>
  );
}

/** The notes beside the people on a desktop, with the way to the invitations. */
export function PeopleAside({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('tribe');
  return (
    <aside aria-label={t('tribe.aside')} className="sticky top-16 grid grid-cols-1 content-start gap-5 self-start">
      <PeopleNotes tribe={tribe} />
      {mayInvite(tribe) && (
        <ul>
          <Panel
            to={paths.tribePart(tribe.id, 'invites')}
            icon={<Link2 />}
            title={t('tribe.part.invites')}
            text={t('tribe.about.invites')}
          />
        </ul>
      )}
    </aside>
  );
}
