import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import { AllMembers } from './all-members.tsx';
import type { Tribe } from './api.ts';
import { BanList } from './ban-list.tsx';
import { mayInvite, PeopleAside, PeopleNotes } from './people-aside.tsx';

const BANS = 'bans';

/**
 * The people of a tribe, and for moderators the bans; `?list=bans` opens the latter. The rules, and for moderators the
 * requests, are above them on a phone and beside them on a desktop.
 */
export function PeoplePart({ tribe }: { tribe: Tribe }) {
  const isDesk = useIsDesk();
  const hasAside = isDesk && (tribe.rules.length > 0 || mayInvite(tribe));
  return (
    <div className={cx('grid grid-cols-1 gap-5', hasAside && 'lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6')}>
      {!hasAside && <PeopleNotes tribe={tribe} />}
      {tribe.canModerate ? <MembersAndBans tribe={tribe} /> : <AllMembers tribe={tribe} />}
      {hasAside && <PeopleAside tribe={tribe} />}
    </div>
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
