import type { ReactNode } from 'react';
import { AgentMark } from '../ui/agent-mark.tsx';
import type { AvatarUser } from '../ui/avatar.tsx';
import { cx } from '../ui/cx.ts';
import { UserAvatar } from './user-avatar.tsx';
import { UserLink } from './user-link.tsx';

export interface UserLineProps {
  person: AvatarUser & { isAgent?: boolean };
  /** md: 44 px; sm: 40 px, in sheets. */
  size?: 'sm' | 'md';
  /** Shown below the name. */
  about: ReactNode;
  /** Lets the details take two lines, or three on a wide screen. */
  wraps?: boolean;
  /** Beside the name and the details, or below them where the space is small. */
  action?: ReactNode;
}

const nameClass =
  'truncate font-display font-semibold @max-[22rem]:overflow-visible @max-[22rem]:whitespace-normal @max-[22rem]:wrap-anywhere';

/** Avatar, name and details of a person, for a row of a list. In a narrow container (`UserActionLine`) nothing is cut. */
export function UserLine({ person, size = 'md', about, wraps = false, action }: UserLineProps) {
  const texts = (
    <span className={cx('grid min-w-0 grow grid-cols-1 leading-tight', action === undefined ? 'basis-0' : 'basis-28')}>
      <span className="flex min-w-0 items-center gap-x-2 gap-y-1 @max-[22rem]:flex-wrap">
        <span className={cx(nameClass, size === 'sm' && 'text-small')}>
          <UserLink person={person}>{person.name}</UserLink>
        </span>
        <AgentMark of={{ isAgent: person.isAgent ?? false }} />
      </span>
      <span
        className={cx(
          'text-caption text-fg-faint @max-[22rem]:wrap-anywhere',
          wraps ? 'line-clamp-2 xl:line-clamp-3 @max-[22rem]:line-clamp-none' : 'truncate',
        )}
      >
        {about}
      </span>
    </span>
  );
  return (
    <>
      <UserLink person={person} silent className="shrink-0 rounded-full">
        <UserAvatar person={person} size={size === 'md' ? 44 : 40} className="align-top" />
      </UserLink>
      {action === undefined ? (
        texts
      ) : (
        <div className="flex min-w-0 grow basis-0 flex-wrap items-center gap-x-3 gap-y-2">
          {texts}
          <div className="shrink-0 empty:hidden">{action}</div>
        </div>
      )}
    </>
  );
}
