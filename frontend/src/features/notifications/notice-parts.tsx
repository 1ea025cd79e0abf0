import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Avatar, type AvatarPerson } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** A person, and in the corner what it is about. */
export function Face({ person, icon: Icon }: { person: AvatarPerson; icon: LucideIcon }) {
  return (
    <span className="relative shrink-0 self-start">
      <Avatar person={person} size={44} className="align-top" />
      <span className="absolute -right-1 -bottom-1 grid size-5.5 place-items-center rounded-full bg-raised text-fg-muted ring-2 ring-surface">
        <Icon aria-hidden="true" className="size-3" />
      </span>
    </span>
  );
}

export interface WordsProps {
  seen: boolean;
  createdAt: string;
  children: ReactNode;
}

/** What happened and when; a dot while it is new. */
export function Words({ seen, createdAt, children }: WordsProps) {
  const { t } = useTexts();
  return (
    <>
      <span className="grid min-w-0 grow gap-0.5">
        <span className={cx('prose-safe', seen && 'text-fg-muted')}>{children}</span>
        <RelativeTime value={createdAt} className="text-caption text-fg-faint" />
      </span>
      {!seen && (
        <span className="size-2.5 shrink-0 rounded-full bg-ember">
          <VisuallyHidden>{t('notices.unseen')}</VisuallyHidden>
        </span>
      )}
    </>
  );
}
