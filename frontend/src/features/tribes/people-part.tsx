import { homininiId } from '@limits/community';
import { Link2 } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import { AllMembers } from './all-members.tsx';
import type { Tribe } from './api.ts';
import { BanList } from './ban-list.tsx';
import { RulesNote } from './rules-note.tsx';
import { Panel } from './tribe-panels.tsx';
import { WaitingRequests } from './waiting-requests.tsx';

const BANS = 'bans';

const mayInvite = ({ id, canModerate }: Tribe): boolean => canModerate && id !== homininiId;

/**
 * The people of a tribe, and for moderators the bans; `?list=bans` opens the latter. The rules, and for moderators the
 * requests, are above them on a phone and beside them on a desktop.
 */
export function PeoplePart({ tribe }: { tribe: Tribe }) {
  const isDesk = useIsDesk();
  const hasAside = isDesk && (tribe.rules.length > 0 || mayInvite(tribe));
  return (
    <div className={cx('grid grid-cols-1 gap-5', hasAside && 'lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6')}>
      {!hasAside && <Notes tribe={tribe} />}
      {tribe.canModerate ? <MembersAndBans tribe={tribe} /> : <AllMembers tribe={tribe} />}
      {hasAside && <Aside tribe={tribe} />}
    </div>
  );
}

function Notes({ tribe }: { tribe: Tribe }) {
  return (
    <>
      {tribe.canModerate && <WaitingRequests tribeId={tribe.id} />}
      <RulesNote rules={tribe.rules} />
    </>
  );
}

function Aside({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('membership', 'tribe');
  return (
    <aside aria-label={t('tribe.aside')} className="sticky top-16 grid grid-cols-1 content-start gap-5 self-start">
      <Notes tribe={tribe} />
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

function MembersAndBans({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('membership');
  const [search, setSearch] = useSearchParams();
  return (
    <Tabs
      label={t('membership.lists')}
      value={search.get('list') === BANS ? BANS : 'members'}
      onChange={(list) => setSearch(list === BANS ? { list } : {}, { replace: true })}
      tabs={[
        { value: 'members', label: t('membership.members'), content: <AllMembers tribe={tribe} /> },
        { value: BANS, label: t('membership.bans'), content: <BanList tribe={tribe} /> },
      ]}
    />
  );
}
