import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from './paths.ts';

export interface LinkedUser {
  id: string;
  restrictedHigher?: boolean;
}

/** Whether the viewer may see the person's profile: hidden and deleted people have none. */
export const hasProfile = ({ id, restrictedHigher }: LinkedUser): boolean =>
  id !== '' && id !== 'deleted' && id !== 'unavailable' && !restrictedHigher;

interface UserLinkProps {
  person: LinkedUser;
  /** Next to another link to the same person: keyboard and screen readers skip it. */
  silent?: boolean;
  /** The accessible name of a link without text. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A name or an avatar that links to the person's profile. */
export function UserLink({ person, silent = false, label, className = '', children }: UserLinkProps) {
  if (!hasProfile(person)) return <span className={className}>{children}</span>;
  return (
    <Link
      to={paths.user(person.id)}
      {...(silent && { tabIndex: -1, 'aria-hidden': true })}
      aria-label={label}
      className={`focus-ring rounded-xs ${silent ? '' : 'inline py-1.5 hover:underline'} ${className}`}
    >
      {children}
    </Link>
  );
}

/** An avatar of a stack that links to the profile; the people are also listed elsewhere, with links for keyboards. */
export const linkedAvatar = (person: LinkedUser, avatar: ReactNode) => (
  <UserLink person={person} silent className="block rounded-full">
    {avatar}
  </UserLink>
);
