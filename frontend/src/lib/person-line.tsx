import type { ReactNode } from 'react';
import { AgentMark } from '../ui/agent-mark.tsx';
import type { AvatarPerson } from '../ui/avatar.tsx';
import { cx } from '../ui/cx.ts';
import { PersonAvatar } from './person-avatar.tsx';
import { PersonLink } from './person-link.tsx';

interface PersonLineProps {
  person: AvatarPerson & { isAgent?: boolean };
  /** md: 44 px; sm: 40 px, in sheets. */
  size?: 'sm' | 'md';
  /** Shown below the name. */
  about: ReactNode;
  /** Lets the details take two lines. */
  wraps?: boolean;
}

/** Avatar, name and details of a person, for a row of a list. */
export function PersonLine({ person, size = 'md', about, wraps = false }: PersonLineProps) {
  return (
    <>
      <PersonLink person={person} silent className="shrink-0 rounded-full">
        <PersonAvatar person={person} size={size === 'md' ? 44 : 40} className="align-top" />
      </PersonLink>
      <span className="grid min-w-0 grow grid-cols-1 leading-tight">
        <span className="flex min-w-0 items-center gap-2">
          <span className={cx('truncate font-display font-semibold', size === 'sm' && 'text-small')}>
            <PersonLink person={person}>{person.name}</PersonLink>
          </span>
          <AgentMark of={{ isAgent: person.isAgent ?? false }} />
        </span>
        <span className={cx('text-caption text-fg-faint', wraps ? 'line-clamp-2' : 'truncate')}>{about}</span>
      </span>
    </>
  );
}
