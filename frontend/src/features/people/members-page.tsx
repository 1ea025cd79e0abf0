import { homininiId } from '@limits/community';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useChangeParams } from '../../lib/address-params.ts';
import { FollowToggle } from '../../lib/follow-toggle.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { SearchInput } from '../../lib/search-input.tsx';
import { type Membership, membershipsQuery } from '../../lib/shared-queries.ts';
import { type TypedSearch, useTypedSearch } from '../../lib/use-typed-search.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { type FellowMember, fellowMembersQuery } from './api.ts';
import { UserRow, UsersSkeleton, userGrid } from './user-row.tsx';

const ALL = 'all';
/** The ids that the API accepts: until the memberships are loaded, an address may name any tribe. */
const TRIBE_ID = /^[1-9]\d{0,8}$/;

/** `/tools/members`: the other members of the viewer's tribes. `?tribe=` selects one of them, `?q=` searches names. */
export function MembersPage() {
  const { t } = useTexts('tools', 'members');
  const [search] = useSearchParams();
  const changeParams = useChangeParams();
  const typed = useTypedSearch();
  const { data: memberships, isPending } = useQuery(membershipsQuery);
  const own = memberships?.filter(({ status, tribeId }) => status === 'active' && tribeId !== homininiId);
  const tribeParam = search.get('tribe') ?? ALL;
  // A tribe of which the viewer is not a member is ignored.
  const tribe = !own || own.some(({ tribeId }) => String(tribeId) === tribeParam) ? tribeParam : ALL;
  return (
    <Page title={t('fellows.title')} lead={t('fellows.lead')}>
      <Filters
        typed={typed}
        tribe={tribe}
        own={own ?? []}
        isPending={isPending}
        onTribe={(wanted) => changeParams({ tribe: wanted === ALL ? '' : wanted })}
      />
      <SharedTribeMembers tribeId={TRIBE_ID.test(tribe) ? Number(tribe) : null} q={useDeferredValue(typed.q)} />
    </Page>
  );
}

interface FiltersProps {
  typed: TypedSearch;
  tribe: string;
  /** The viewer's tribes, as options. */
  own: readonly Membership[];
  /** The tribes are being loaded: their row has its place already. */
  isPending: boolean;
  onTribe: (tribe: string) => void;
}

function Filters({ typed, tribe, own, isPending, onTribe }: FiltersProps) {
  const { t } = useTexts('tools', 'members');
  const tribes = [
    { value: ALL, label: t('fellows.allTribes'), icon: null },
    ...own.map(({ tribeId, tribe: { name } }) => ({
      value: String(tribeId),
      label: name,
      icon: <TribeGlyph id={tribeId} size={22} />,
    })),
  ];
  return (
    <div className="mb-8 grid grid-cols-1 gap-4">
      <SearchInput label={t('fellows.search')} value={typed.text} onType={typed.type} className="max-w-md" />
      {(isPending || own.length > 0) && (
        <Chips label={t('fellows.tribe')} options={tribes} value={tribe} onChange={onTribe} />
      )}
    </div>
  );
}

function SharedTribeMembers({ tribeId, q }: { tribeId: number | null; q: string }) {
  const { t } = useTexts('tools', 'members');
  const { items, query } = usePagedQuery(fellowMembersQuery(tribeId, q));
  if (query.isPending)
    return (
      <Loading>
        <UsersSkeleton />
      </Loading>
    );
  if (query.isError && items.length === 0)
    return <ErrorState error={query.error} fallback={t('fellows.loadFailed')} onRetry={() => void query.refetch()} />;
  // A page of a search may be empty although further pages exist.
  if (items.length === 0 && !query.hasNextPage) return <NoMembers searched={q !== '' || tribeId !== null} />;
  return (
    <InfiniteList query={query} skeleton={<UsersSkeleton />}>
      <div className="grid gap-8">
        {byTribe(items).map(([first, ...others]) => (
          <section key={first.tribe.id} aria-labelledby={`tribe-${first.tribe.id}`} className="grid grid-cols-1 gap-3">
            <h2 id={`tribe-${first.tribe.id}`} className="flex items-center gap-3 font-bold text-title">
              <TribeGlyph id={first.tribe.id} size={32} />
              <bdi className="min-w-0 truncate">{first.tribe.name}</bdi>
            </h2>
            <ul className={userGrid}>
              {[first, ...others].map((member) => (
                <Fellow key={member.user.id} member={member} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </InfiniteList>
  );
}

/** The list is ordered by tribe. */
function byTribe(members: readonly FellowMember[]): [FellowMember, ...FellowMember[]][] {
  const groups: [FellowMember, ...FellowMember[]][] = [];
  for (const member of members) {
    const group = groups.at(-1);
    if (group?.[0].tribe.id === member.tribe.id) group.push(member);
    else groups.push([member]);
  }
  return groups;
}

function Fellow({ member }: { member: FellowMember }) {
  const { t } = useTexts('tools', 'members');
  const { user, role, levelOrder, restrictedHigher } = member;
  const known = `${t(`tribes.roleOf.${role}`)} · ${t('shell.level', { level: levelOrder })}`;
  return (
    <UserRow person={user} about={restrictedHigher ? t('fellows.hidden') : known}>
      <FollowToggle user={user} />
    </UserRow>
  );
}

function NoMembers({ searched }: { searched: boolean }) {
  const { t } = useTexts('tools', 'members');
  if (searched) return <EmptyState title={t('fellows.noneFound')} text={t('fellows.noneFoundText')} />;
  return (
    <EmptyState
      title={t('fellows.empty')}
      text={t('fellows.emptyText')}
      action={
        <ButtonLink to={paths.tribes} variant="primary">
          {t('ui.seeTribes')}
        </ButtonLink>
      }
    />
  );
}
