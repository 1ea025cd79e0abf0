import type { ReactNode } from 'react';
import { PersonLine } from '../../lib/person-line.tsx';
import type { AvatarPerson } from '../../ui/avatar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface PersonRowProps {
  person: AvatarPerson & { isAgent?: boolean };
  /** Shown below the name. */
  about: ReactNode;
  /** Shown at the end of the row. */
  children?: ReactNode;
}

/** A person in a list of people. */
export function PersonRow({ person, about, children }: PersonRowProps) {
  return (
    <li className="flex items-center gap-3 rounded-md bg-surface p-3 shadow-card">
      <PersonLine person={person} about={about} />
      {children}
    </li>
  );
}

export const peopleGrid = 'grid grid-cols-1 gap-2.5 lg:grid-cols-2';

export function PeopleSkeleton() {
  return (
    <div className={peopleGrid}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-17 rounded-md" />
      ))}
    </div>
  );
}
