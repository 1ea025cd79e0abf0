import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from './paths.ts';

export interface LinkedPerson {
  id: string;
  restrictedHigher?: boolean;
}

/** Whether a person has a profile that one may see: who is hidden or gone leads nowhere. */
export const hasProfile = ({ id, restrictedHigher }: LinkedPerson): boolean =>
  id !== '' && id !== 'deleted' && id !== 'unavailable' && !restrictedHigher;

interface PersonLinkProps {
  person: LinkedPerson;
  /** It stands beside another link to the same person: the keyboard and screen readers skip it. */
  silent?: boolean;
  className?: string;
  children: ReactNode;
}

/** A name or an avatar that leads to the person's profile. */
export function PersonLink({ person, silent = false, className = '', children }: PersonLinkProps) {
  if (!hasProfile(person)) return <span className={className}>{children}</span>;
  return (
    <Link
      to={paths.user(person.id)}
      {...(silent && { tabIndex: -1, 'aria-hidden': true })}
      className={`focus-ring rounded-xs ${silent ? '' : '-my-1 inline-block py-1 hover:underline'} ${className}`}
    >
      {children}
    </Link>
  );
}
