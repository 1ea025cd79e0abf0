import { homininiId } from '@limits/community';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { tribeSearchQuery } from '../../lib/shared-queries.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { Loading, SkeletonText } from '../../ui/skeleton.tsx';
import { type MembershipOf, membershipsOfQuery, useChangeMembership } from './api.ts';

const ROLES = ['member', 'officer'] as const;

/** A user's tribes: the role in each, which is fixed for an owner, removing after a confirmation, and adding a tribe. */
export function UserMemberships({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(membershipsOfQuery(userId));
  const [removing, setRemoving] = useState<MembershipOf | null>(null);
  const change = useChangeMembership(userId);
  const act = (what: Parameters<typeof change.mutate>[0]) => change.mutate(what, { onError: toastFailure });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading>
        <SkeletonText lines={3} />
      </Loading>
    );
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {data.map((membership) => (
          <MembershipRow
            key={membership.tribeId}
            membership={membership}
            onRole={(role) => act({ tribeId: membership.tribeId, change: role })}
            onRemove={() => setRemoving(membership)}
          />
        ))}
      </ul>
      <AddToTribe without={data.map(({ tribeId }) => tribeId)} onAdd={(tribeId) => act({ tribeId, change: 'add' })} />
      <ConfirmRemoval
        membership={removing}
        onClose={() => setRemoving(null)}
        onConfirm={({ tribeId }) => act({ tribeId, change: 'remove' })}
      />
    </>
  );
}

interface MembershipRowProps {
  membership: MembershipOf;
  onRole: (role: (typeof ROLES)[number]) => void;
  onRemove: () => void;
}

function MembershipRow({ membership: { tribeId, tribeName, role, status }, onRole, onRemove }: MembershipRowProps) {
  const { t } = useTexts('admin', 'membership');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 grow basis-28 truncate" dir="auto">
        {tribeName}
      </span>
      {role === 'owner' || status !== 'active' ? (
        <span className="text-fg-muted text-small">
          {status === 'active' ? t('admin.tribeRoles.owner') : t('admin.requested')}
        </span>
      ) : (
        <div className="w-40 shrink-0">
          <Select
            label={t('admin.roleIn', { tribe: tribeName })}
            labelHidden
            options={ROLES.map((value) => ({ value, label: t(`admin.tribeRoles.${value}`) }))}
            value={role}
            onChange={onRole}
          />
        </div>
      )}
      {role !== 'owner' && tribeId !== homininiId && (
        <IconButton label={t('admin.removeFrom', { tribe: tribeName })} icon={<X />} onClick={onRemove} />
      )}
    </li>
  );
}

interface ConfirmRemovalProps {
  membership: MembershipOf | null;
  onClose: () => void;
  onConfirm: (membership: MembershipOf) => void;
}

/** Asks before a membership or a request to join is removed. */
function ConfirmRemoval({ membership, onClose, onConfirm }: ConfirmRemovalProps) {
  const { t } = useTexts('admin', 'membership');
  // Stored while the dialog closes.
  const [last, setLast] = useState(membership);
  if (membership && membership !== last) setLast(membership);
  const kind = last?.status === 'active' ? 'member' : 'request';
  return (
    <Confirm
      open={membership !== null}
      onClose={onClose}
      title={t(`admin.removal.title.${kind}`, { tribe: last?.tribeName ?? '' })}
      text={t(kind === 'member' ? 'membership.lost.remove' : 'admin.removal.requestText')}
      confirm={t(`admin.removal.confirm.${kind}`)}
      onConfirm={() => {
        if (membership) onConfirm(membership);
        onClose();
      }}
    />
  );
}

function AddToTribe({ without, onAdd }: { without: number[]; onAdd: (tribeId: number) => void }) {
  const { t } = useTexts('admin', 'membership');
  const [typed, setTyped] = useState('');
  const { data = [], isFetching, isError } = useQuery(tribeSearchQuery(typed.trim()));
  const options = data
    .filter(({ id }) => !without.includes(id))
    .map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Combobox
      label={t('admin.addToTribe')}
      placeholder={t('admin.tribeName')}
      options={options}
      value={null}
      loading={isFetching}
      {...(isError && { problem: t('ui.failed') })}
      onSearch={setTyped}
      onChange={(option) => option && onAdd(Number(option.value))}
    />
  );
}
