import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { useMe } from '../../lib/session.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { Avatar, AvatarStack } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { membersQuery, type Tribe, type TribeMember } from './api.ts';

const facesShown = 6;

/** Avatars of some members, and a sheet with all of them. */
export function WhoIsHere({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members');
  const [open, setOpen] = useState(false);
  const shown = tribe.members.slice(0, facesShown);
  return (
    <Card as="section" aria-labelledby="who-is-here" className="grid grid-cols-1 gap-3 p-4">
      <h2 id="who-is-here" className="font-bold">
        {t('tribes.whoIsHere')}
      </h2>
      <div className="flex items-center justify-between gap-3">
        <AvatarStack
          people={shown.map(({ user }) => user)}
          size={36}
          more={Math.max(0, tribe.membersCount - shown.length)}
        />
        <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
          {t('tribes.seeAll')}
        </Button>
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('tribes.whoIsHere')}>
        <AllMembers tribeId={tribe.id} />
      </Sheet>
    </Card>
  );
}

function AllMembers({ tribeId }: { tribeId: number }) {
  const { items: people, query: members } = usePagedQuery(membersQuery(tribeId));
  if (members.isError) return <ErrorState error={members.error} onRetry={() => void members.refetch()} />;
  return (
    <ul className="grid grid-cols-1 gap-1">
      <InfiniteList
        hasMore={members.hasNextPage}
        loading={members.isFetching}
        onMore={() => void members.fetchNextPage()}
        skeleton={<Skeleton className="h-12 w-full rounded-md" />}
      >
        {people.map((member) => (
          <Member key={member.user.id} member={member} />
        ))}
      </InfiniteList>
    </ul>
  );
}

function Member({ member }: { member: TribeMember }) {
  const { t } = useTexts('members');
  const me = useMe();
  const { user, role, levelOrder } = member;
  return (
    <li className="flex items-center gap-3 rounded-md p-2">
      <Avatar person={user} size={40} />
      <span className="grid min-w-0 grow grid-cols-1 leading-tight">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-display font-semibold text-small">{user.name}</span>
          <AgentMark of={user} />
        </span>
        <span className="truncate text-caption text-fg-faint">
          {user.email ?? t('shell.level', { level: levelOrder })}
        </span>
      </span>
      {role !== 'member' && (
        <Pill tone="ember">{t(user.id === me?.id ? `tribes.role.${role}` : `tribes.roleOf.${role}`)}</Pill>
      )}
    </li>
  );
}
