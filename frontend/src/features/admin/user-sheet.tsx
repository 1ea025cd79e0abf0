import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isNotFound } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { useMe } from '../../lib/session.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Loading, SkeletonText } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { type AdminUser, useDeleteUser, userQuery } from './api.ts';
import { UserForm } from './user-form.tsx';
import { hasLimits, UserLimits } from './user-limits.tsx';
import { UserMemberships } from './user-memberships.tsx';
import { UserPicture } from './user-picture.tsx';
import { SanctionList, UserSanctions } from './user-sanctions.tsx';
import { UserSessions } from './user-sessions.tsx';
import { UserPills } from './user-table.tsx';

interface UserSheetProps {
  /** `new` creates an account, null closes the sheet. */
  id: string | null;
  /** The shown content: everything, or the sanction under appeal. */
  part: 'account' | 'appeal';
  onClose: () => void;
}

/** One account with all the actions of an admin. */
export function UserSheet({ id, part, onClose }: UserSheetProps) {
  const { t } = useTexts('admin');
  const open = id === null ? null : { id, part };
  // Stored while the sheet closes.
  const [last, setLast] = useState(open);
  if (open && (open.id !== last?.id || open.part !== last.part)) setLast(open);
  // Not in the address: replacing the history entry under an open sheet closes it.
  const [isWhole, setWhole] = useState(false);
  return (
    <Sheet
      open={id !== null}
      onClose={onClose}
      onClosed={() => setWhole(false)}
      title={last && t(titleOf(last, isWhole))}
    >
      {last?.id === 'new' && <UserForm key="new" user={null} onDone={onClose} />}
      {last && last.id !== 'new' && (
        <UserDetails
          key={last.id}
          id={last.id}
          part={isWhole ? 'account' : last.part}
          onOpenAccount={() => setWhole(true)}
          onClose={onClose}
        />
      )}
    </Sheet>
  );
}

function titleOf({ id, part }: { id: string; part: UserSheetProps['part'] }, isWhole: boolean) {
  if (id === 'new') return 'admin.newUser';
  return part === 'appeal' && !isWhole ? 'admin.appeal' : 'admin.account';
}

interface UserDetailsProps extends UserSheetProps {
  id: string;
  onOpenAccount: () => void;
}

function UserDetails({ id, part, onOpenAccount, onClose }: UserDetailsProps) {
  const { data: user, error, refetch } = useQuery(userQuery(id));
  // A deleted account is not shown any more.
  if (error && (!user || isNotFound(error))) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!user)
    return (
      <Loading>
        <SkeletonText lines={8} />
      </Loading>
    );
  if (part === 'appeal') return <AppealOf user={user} onOpenAccount={onOpenAccount} />;
  return <UserParts user={user} onClose={onClose} />;
}

/** The sanction under appeal with the form to answer, and a link to the rest of the account. */
function AppealOf({ user, onOpenAccount }: { user: AdminUser; onOpenAccount: () => void }) {
  const { t } = useTexts('admin');
  return (
    <div className="grid grid-cols-1 gap-5 pt-1">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar person={user} size={44} />
        <div className="grid min-w-0 grow grid-cols-1 leading-tight">
          <span className="truncate font-display font-semibold" dir="auto">
            <UserLink person={user}>{user.name}</UserLink>
          </span>
          <span className="truncate text-caption text-fg-muted">{user.email}</span>
        </div>
      </div>
      <SanctionList userId={user.id} />
      <div>
        <Button onClick={onOpenAccount}>{t('admin.wholeAccount')}</Button>
      </div>
    </div>
  );
}

function UserParts({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useTexts('admin');
  const format = useFormat();
  const me = useMe();
  const isMe = me?.id === user.id;
  return (
    <div className="grid grid-cols-1 gap-8 pt-1">
      <div className="grid gap-3 text-small">
        <UserPicture user={user} />
        <UserPills user={user} />
        <p className="text-fg-muted">
          {t('admin.since', { date: format.date(user.createdAt) })} ·{' '}
          {user.lastSeenAt ? t('admin.seen', { date: format.dateTime(user.lastSeenAt) }) : t('admin.neverSeen')} ·{' '}
          {t(user.emailVerified ? 'admin.verified' : 'admin.notVerified')}
        </p>
      </div>
      <UserForm user={user} onDone={() => toast(() => t('admin.saved'), { tone: 'good' })} />
      {hasLimits(user) && (
        <Part title={t('admin.limits')}>
          <UserLimits user={user} />
        </Part>
      )}
      <Part title={t('admin.memberships')}>
        <UserMemberships userId={user.id} />
      </Part>
      <Part title={t('admin.sessions')}>
        <UserSessions user={user} isMe={isMe} />
      </Part>
      <Part title={t('admin.sanctions')}>
        <UserSanctions user={user} isMe={isMe} />
      </Part>
      <DeleteUser user={user} onDone={onClose} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-3 border-line border-t pt-6">
      <h3 className="font-bold text-title">{title}</h3>
      {children}
    </section>
  );
}

function DeleteUser({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const { t } = useTexts('admin');
  const [confirming, setConfirming] = useState(false);
  const remove = useDeleteUser(user.id);
  const act = () =>
    remove.mutate(undefined, {
      onError: toastFailure,
      onScreen: { onSuccess: onDone, onSettled: () => setConfirming(false) },
    });
  return (
    <details className="group border-line border-t pt-2">
      <summary className="focus-ring flex h-12 cursor-pointer list-none items-center justify-between rounded-sm font-bold text-fg-muted [&::-webkit-details-marker]:hidden">
        {t('admin.delete')}
        <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <p className="pb-4 text-fg-muted text-small">{t('admin.deleteText', { name: user.name })}</p>
      <Button variant="danger" icon={<Trash2 />} onClick={() => setConfirming(true)}>
        {t('admin.delete')}
      </Button>
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('admin.deleteTitle')}
        text={t('admin.deleteText', { name: user.name })}
        confirm={t('admin.delete')}
        onConfirm={act}
        busy={remove.isPending}
      />
    </details>
  );
}
