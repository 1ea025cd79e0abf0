import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { activeOf, type Membership, membershipsQuery } from '../../lib/shared-queries.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { JoinButton } from './join-button.tsx';
import { useTribePath } from './tribe-card.tsx';

/** The viewer's tribes and pending requests. Renders nothing when they cannot be fetched, as specified. */
export function MyTribes() {
  const { t } = useTexts('members');
  const memberships = useQuery(membershipsQuery);
  const active = activeOf(memberships.data ?? []);
  const pending = memberships.data?.filter(({ status }) => status === 'pending') ?? [];
  if (memberships.isError) return null;
  return (
    <>
      <section aria-labelledby="my-tribes" className="mb-8 grid gap-3">
        <h2 id="my-tribes" className="font-bold text-title">
          {t('tribes.mine')}
        </h2>
        <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
          {memberships.isPending &&
            [0, 1, 2].map((key) => <Skeleton key={key} className="h-16 w-44 shrink-0 rounded-lg" />)}
          {active.map((membership) => (
            <MyTribe key={membership.tribeId} membership={membership} />
          ))}
        </ul>
      </section>
      {pending.length > 0 && (
        <section aria-labelledby="my-requests" className="mb-8 grid gap-3">
          <h2 id="my-requests" className="font-bold text-title">
            {t('tribes.pendingRequests')}
          </h2>
          <ul className="grid gap-2">
            {pending.map((membership) => (
              <PendingRequest key={membership.tribeId} membership={membership} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function MyTribe({ membership }: { membership: Membership }) {
  const { t } = useTexts('members');
  const pathOf = useTribePath();
  const { tribe, role } = membership;
  return (
    <li className="shrink-0 snap-start">
      <Link
        to={pathOf(tribe.id)}
        className="pressable focus-ring flex max-w-64 items-center gap-3 rounded-lg bg-surface p-2.5 pr-5 shadow-card hover:bg-hover"
      >
        <TribeGlyph id={tribe.id} size={44} />
        <span className="grid min-w-0">
          <span className="truncate font-display font-semibold">{tribe.name}</span>
          <span className="text-caption text-fg-faint">{t(`tribes.role.${role}`)}</span>
        </span>
      </Link>
    </li>
  );
}

function PendingRequest({ membership }: { membership: Membership }) {
  const { t } = useTexts('members');
  const { tribe } = membership;
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-lg bg-surface p-3 shadow-card">
      <TribeGlyph id={tribe.id} size={40} />
      <span className="grid min-w-24 grow basis-24">
        <span className="truncate font-display font-semibold">{tribe.name}</span>
        <span className="inline-flex items-center gap-1.5 text-caption text-honey">
          <Clock aria-hidden="true" className="size-3.5" /> {t('tribes.waiting')}
        </span>
      </span>
      <JoinButton
        size="sm"
        tribe={{
          id: tribe.id,
          name: tribe.name,
          requiresApproval: true,
          hasJoinConditions: false,
          membership: { status: 'pending', role: 'member', levelOrder: 0 },
        }}
      />
    </li>
  );
}
