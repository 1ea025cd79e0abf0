import { EllipsisVertical } from 'lucide-react';
import { FollowToggle } from '../../lib/follow-toggle.tsx';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { lazyComponent } from '../../lib/lazy.tsx';
import { SafetyButton } from '../../lib/safety-button.tsx';
import { useMe } from '../../lib/session.ts';
import { UserLine } from '../../lib/user-line.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import type { TribeMember } from './api.ts';
import type { Acting, ActingKind } from './measure-dialogs.tsx';
import type { MemberMenuProps } from './member-menu.tsx';

const MemberMenu = lazyComponent<MemberMenuProps>(async () => (await import('./member-menu.tsx')).MemberMenu);

interface MemberRowProps {
  tribeId: number;
  member: TribeMember;
  onAct: (acting: Acting) => void;
}

/** A row of the member list. A hidden person shows only the level, and is reported or blocked by their pseudonym. */
export function MemberRow({ tribeId, member, onAct }: MemberRowProps) {
  const { user, restriction } = member;
  const { t } = useTexts('members', 'membership');
  const kinds = openKinds(member);
  const actions = t('ui.table.rowActions', { name: user.name });
  const button = <IconButton size="sm" label={actions} tip="none" icon={<EllipsisVertical />} />;
  return (
    <li className="grid grid-cols-1 gap-1 rounded-md p-2">
      <div className="flex items-center gap-3">
        <UserLine person={user} size="sm" wraps about={<About member={member} />} />
        <FollowToggle user={user} iconOnly />
        {user.restrictedHigher && (
          <SafetyButton
            size="sm"
            label={actions}
            person={user}
            tribeId={tribeId}
            report={{ kind: 'person', userId: user.id, tribeId }}
          />
        )}
        {kinds.length > 0 && (
          <LazyMenu button={button}>
            <MemberMenu button={button} kinds={kinds} onChoose={(kind) => onAct({ kind, member })} />
          </LazyMenu>
        )}
      </div>
      {restriction && <Restriction restriction={restriction} />}
    </li>
  );
}

function About({ member: { user, role, levelOrder, joinedAt, restrictedHigher } }: { member: TribeMember }) {
  const { t } = useTexts('members', 'membership');
  const format = useFormat();
  const me = useMe();
  const level = t('shell.level', { level: levelOrder });
  if (restrictedHigher || joinedAt === null) return level;
  return (
    <>
      {role !== 'member' && (
        <>
          <span className="text-ember-text">
            {t(user.id === me?.id ? `tribes.role.${role}` : `tribes.roleOf.${role}`)}
          </span>
          {' · '}
        </>
      )}
      {level}
      {' · '}
      {t('membership.since', { date: format.date(joinedAt) })}
      {user.email && (
        <span className="max-sm:hidden xl:block xl:truncate">
          <span className="xl:hidden"> · </span>
          {user.email}
        </span>
      )}
    </>
  );
}

/** For moderators who may lift it: the end and the reason of a restriction. */
function Restriction({ restriction: { reason, endsAt } }: { restriction: NonNullable<TribeMember['restriction']> }) {
  const { t } = useTexts('members', 'membership');
  const format = useFormat();
  return (
    <p className="prose-safe pl-13 text-caption">
      <span className="font-medium text-honey">{t('membership.readsUntil', { date: format.dateTime(endsAt) })}</span>{' '}
      <span className="text-fg-muted">{reason}</span>
    </p>
  );
}

/** The measures that the viewer may take on a member. */
function openKinds(member: TribeMember): ActingKind[] {
  const { role, restriction, canSetRole, canRestrict, canLift, canRemove, canBan } = member;
  const kinds: ActingKind[] = [];
  if (canSetRole) kinds.push(role === 'member' ? 'officer' : 'member');
  if (restriction && canLift) kinds.push('lift');
  if (!restriction && canRestrict) kinds.push('restrict');
  if (canRemove) kinds.push('remove');
  if (canBan) kinds.push('ban');
  return kinds;
}
