import type { ReactNode } from 'react';
import { UserLine } from '../../lib/user-line.tsx';
import type { AvatarUser } from '../../ui/avatar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface UserRowProps {
  person: AvatarUser & { isAgent?: boolean };
  /** Shown below the name. */
  about: ReactNode;
  /** Shown at the end of the row. */
  children?: ReactNode;
}

/** A person in a list of people. */
export function UserRow({ person, about, children }: UserRowProps) {
  return (
    <li className="flex items-center gap-3 rounded-md bg-surface p-3 shadow-card">
      <UserLine person={person} about={about} />
      {children}
    </li>
  );
}

export const userGrid = 'grid grid-cols-1 gap-2.5 lg:grid-cols-2';

export function UsersSkeleton() {
  return (
    <div className={userGrid}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-17 rounded-md" />
      ))}
    </div>
  );
}
