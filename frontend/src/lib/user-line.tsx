import type { ReactNode } from 'react';
import { AgentMark } from '../ui/agent-mark.tsx';
import type { AvatarUser } from '../ui/avatar.tsx';
import { cx } from '../ui/cx.ts';
import { UserAvatar } from './user-avatar.tsx';
import { UserLink } from './user-link.tsx';

interface UserLineProps {
  person: AvatarUser & { isAgent?: boolean };
  /** md: 44 px; sm: 40 px, in sheets. */
  size?: 'sm' | 'md';
  /** Shown below the name. */
  about: ReactNode;
  /** Lets the details take two lines. */
  wraps?: boolean;
}

/** Avatar, name and details of a person, for a row of a list. */
export function UserLine({ person, size = 'md', about, wraps = false }: UserLineProps) {
  return (
    <>
      <UserLink person={person} silent className="shrink-0 rounded-full">
        <UserAvatar person={person} size={size === 'md' ? 44 : 40} className="align-top" />
      </UserLink>
      <span className="grid min-w-0 grow grid-cols-1 leading-tight">
        <span className="flex min-w-0 items-center gap-2">
          <span className={cx('truncate font-display font-semibold', size === 'sm' && 'text-small')}>
            <UserLink person={person}>{person.name}</UserLink>
          </span>
          <AgentMark of={{ isAgent: person.isAgent ?? false }} />
        </span>
        <span className={cx('text-caption text-fg-faint', wraps ? 'line-clamp-2' : 'truncate')}>{about}</span>
      </span>
    </>
  );
}
