import type { ReactNode } from 'react';
import { UserLine, type UserLineProps } from './user-line.tsx';

interface UserActionLineProps extends Omit<UserLineProps, 'wraps' | 'action'> {
  /** A button about the person. */
  children: ReactNode;
}

/**
 * A person with a button beside the name and the details; one that would leave them too little space is below them. In a
 * narrow row nothing is cut.
 */
export const UserActionLine = ({ children, ...line }: UserActionLineProps) => (
  <div className="@container">
    <div className="flex items-center gap-x-3">
      <UserLine {...line} wraps action={children} />
    </div>
  </div>
);
