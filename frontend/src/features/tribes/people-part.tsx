import { useSearchParams } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { AllMembers } from './all-members.tsx';
import type { Tribe } from './api.ts';
import { BanList } from './ban-list.tsx';
import { RulesNote } from './rules-note.tsx';
import { WaitingRequests } from './waiting-requests.tsx';

const BANS = 'bans';

/** The rules and the people of a tribe, and for moderators the requests and bans; `?list=bans` opens the latter. */
export function PeoplePart({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('membership');
  const [search, setSearch] = useSearchParams();
  const frame = 'grid w-full max-w-2xl grid-cols-1 gap-5';
  if (!tribe.canModerate) {
    return (
      <div className={frame}>
        <RulesNote rules={tribe.rules} />
        <AllMembers tribe={tribe} />
      </div>
    );
  }
  return (
    <div className={frame}>
      <RulesNote rules={tribe.rules} />
      <WaitingRequests tribeId={tribe.id} />
      <Tabs
        label={t('membership.lists')}
        value={search.get('list') === BANS ? BANS : 'members'}
        onChange={(list) => setSearch(list === BANS ? { list } : {}, { replace: true })}
        tabs={[
          { value: 'members', label: t('membership.members'), content: <AllMembers tribe={tribe} /> },
          { value: BANS, label: t('membership.bans'), content: <BanList tribe={tribe} /> },
        ]}
      />
    </div>
  );
}
