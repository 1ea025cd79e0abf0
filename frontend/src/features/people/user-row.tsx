import type { ReactNode } from 'react';
import { UserActionLine } from '../../lib/user-action-line.tsx';
import type { AvatarUser } from '../../ui/avatar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface UserRowProps {
  person: AvatarUser & { isAgent?: boolean };
  /** Shown below the name. */
  about: ReactNode;
  /** A button about the person. */
  children?: ReactNode;
}

/** A person in a list of people. */
export function UserRow({ person, about, children }: UserRowProps) {
  return (
    <li className="rounded-md bg-surface p-3 shadow-card">
      <UserActionLine person={person} about={about}>
        {children}
      </UserActionLine>
    </li>
  );
}

export const userGrid = 'grid grid-cols-1 gap-2.5 lg:grid-cols-2';

export function UsersSkeleton() {
  return (
    <div className={userGrid}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="@container">
          <Skeleton className="h-17 rounded-md @max-[23.5rem]:h-26" />
        </div>
      ))}
    </div>
  );
}
