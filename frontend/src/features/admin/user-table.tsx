import { BadgeCheck } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import type { AdminUser } from './api.ts';

interface UserTableProps {
  users: readonly AdminUser[] | undefined;
  busy: boolean;
  error: Error | null;
  onRetry: () => void;
  onOpen: (user: AdminUser) => void;
}

/** A page of accounts; a row opens one. */
export function UserTable({ users, busy, error, onRetry, onOpen }: UserTableProps) {
  const { t } = useTexts('admin');
  const columns = useColumns();
  return (
    <Table
      label={t('admin.users')}
      columns={columns}
      rows={users}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      onOpen={onOpen}
      busy={busy}
      error={users ? null : error}
      onRetry={onRetry}
      empty={<EmptyState title={t('admin.nobody')} text={t('admin.nobodyText')} />}
    />
  );
}

function useColumns(): Column<AdminUser>[] {
  const { t } = useTexts('admin');
  return [
    {
      id: 'name',
      header: t('admin.name'),
      cell: (user) => (
        <span className="flex max-w-64 items-center gap-3">
          <Avatar person={user} size={32} />
          <span className="truncate" dir="auto">
            {user.name}
          </span>
        </span>
      ),
    },
    {
      id: 'email',
      header: t('account.email'),
      card: 'text',
      cell: ({ email, emailVerified }) => (
        <span className="inline-flex max-w-72 items-center gap-1.5 text-fg-muted">
          <span className="truncate">{email}</span>
          {emailVerified && (
            <BadgeCheck aria-label={t('admin.verified')} role="img" className="size-4 shrink-0 text-moss" />
          )}
        </span>
      ),
    },
    { id: 'state', header: t('admin.state'), card: 'mark', cell: (user) => <UserPills user={user} /> },
    {
      id: 'seen',
      header: t('admin.lastSeen'),
      card: 'end',
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? (
          <RelativeTime value={lastSeenAt} className="whitespace-nowrap text-fg-muted" />
        ) : (
          <span className="text-fg-faint">{t('admin.never')}</span>
        ),
    },
  ];
}

/** Badges for the exceptional states of an account. */
export function UserPills({ user }: { user: AdminUser }) {
  const { t } = useTexts('admin');
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {user.role === 'admin' && <Pill tone="ember">{t('admin.roles.admin')}</Pill>}
      {user.isAgent && <Pill>{t('admin.agent')}</Pill>}
      {user.status === 'suspended' && <Pill tone="danger">{t('admin.suspended')}</Pill>}
      {user.isSilenced && <Pill tone="honey">{t('admin.silenced')}</Pill>}
      {user.openAppeals > 0 && <Pill tone="honey">{t('admin.appealed')}</Pill>}
    </span>
  );
}
