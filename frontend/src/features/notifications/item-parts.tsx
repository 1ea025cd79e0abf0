import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { isRealId } from '../../lib/follow-toggle.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { Avatar, type AvatarUser } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** An avatar that links to the profile, with the icon of the notification's type in its corner. */
export function AvatarWithIcon({ person, icon: Icon }: { person: AvatarUser; icon: LucideIcon }) {
  return (
    <span className="relative shrink-0 self-start">
      <UserLink person={{ ...person, restrictedHigher: !isRealId(person.id) }} silent className="block rounded-full">
        <Avatar person={person} size={44} className="align-top" />
      </UserLink>
      <span className="pointer-events-none absolute -right-1 -bottom-1 grid size-5.5 place-items-center rounded-full bg-raised text-fg-muted ring-2 ring-surface">
        <Icon aria-hidden="true" className="size-3" />
      </span>
    </span>
  );
}

export interface ItemTextProps {
  seen: boolean;
  createdAt: string;
  children: ReactNode;
}

/** The text and time of a notification; a dot while it is unseen. */
export function ItemText({ seen, createdAt, children }: ItemTextProps) {
  const { t } = useTexts('members');
  return (
    <>
      <span className="grid min-w-0 grow gap-0.5">
        <span className={cx('prose-safe', seen && 'text-fg-muted')}>{children}</span>
        <RelativeTime value={createdAt} className="text-caption text-fg-faint" />
      </span>
      {!seen && (
        <span className="size-2.5 shrink-0 rounded-full bg-ember">
          <VisuallyHidden>{t('notifications.unseen')}</VisuallyHidden>
        </span>
      )}
    </>
  );
}
