import { useDeferredValue, useState } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { usePagedQuery } from '../../../lib/pages.ts';
import { SearchInput } from '../../../lib/search-input.tsx';
import { UserAvatar } from '../../../lib/user-avatar.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import type { TribeMember } from '../api.ts';
import { membersQuery } from '../member-api.ts';

type Person = TribeMember['user'];

interface MemberChoiceProps {
  tribeId: number;
  chosen: Person | null;
  error: string | undefined;
  onChoose: (person: Person) => void;
}

/** A choice among the members of a tribe except its owner, with a search by name. */
export function MemberChoice({ tribeId, chosen, error, onChoose }: MemberChoiceProps) {
  const { t } = useTexts('members', 'tribe-settings');
  const [q, setQ] = useState('');
  return (
    <div className="grid grid-cols-1 gap-3">
      <SearchInput label={t('tribeSettings.searchMembers')} value={q} onType={setQ} />
      <fieldset className="max-h-80 overflow-y-auto">
        <legend className="sr-only">{t('tribeSettings.newOwner')}</legend>
        <Candidates tribeId={tribeId} q={useDeferredValue(q.trim())} chosen={chosen} onChoose={onChoose} />
      </fieldset>
      <p role="alert" className="text-caption text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}

interface CandidatesProps {
  tribeId: number;
  q: string;
  chosen: Person | null;
  onChoose: (person: Person) => void;
}

function Candidates({ tribeId, q, chosen, onChoose }: CandidatesProps) {
  const { t } = useTexts('members', 'tribe-settings');
  const { items: members, query } = usePagedQuery(membersQuery(tribeId, q));
  const items = members.filter(({ role }) => role !== 'owner');
  if (query.isPending)
    return (
      <Loading className="grid gap-2">
        <Skeleton className="h-12 w-full rounded-md" />
        <Skeleton className="h-12 w-full rounded-md" />
      </Loading>
    );
  if (query.isError && items.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} className="py-4" />;
  if (items.length === 0 && !query.hasNextPage)
    return (
      <p className="text-fg-muted text-small">{t(q ? 'tribeSettings.nobodyFound' : 'tribeSettings.nobodyElse')}</p>
    );
  return (
    <>
      {items.map(({ user, levelOrder, role }) => (
        <label
          key={user.id}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-sm px-2 py-1.5 hover:bg-hover"
        >
          <input
            type="radio"
            name="new-owner"
            checked={chosen?.id === user.id}
            onChange={() => onChoose(user)}
            className="focus-ring size-6 shrink-0 accent-ember"
          />
          <UserAvatar person={user} size={36} />
          <span className="grid min-w-0 leading-tight">
            <span className="truncate font-display font-semibold text-small">{user.name}</span>
            <span className="truncate text-caption text-fg-faint">
              {role === 'officer' ? t('tribes.roleOf.officer') : t('shell.level', { level: levelOrder })}
            </span>
          </span>
        </label>
      ))}
      <LoadMore query={query} />
    </>
  );
}
