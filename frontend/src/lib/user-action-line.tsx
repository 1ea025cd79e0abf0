import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import { UserLine, type UserLineProps } from './user-line.tsx';

interface UserActionLineProps extends Omit<UserLineProps, 'wraps'> {
  /** A button about the person. */
  children: ReactNode;
}

/** A person with a button beside the name and the details; in a narrow row it is below them, and nothing is cut. */
export function UserActionLine({ children, ...line }: UserActionLineProps) {
  return (
    <div className="@container">
      <div className="flex items-center gap-x-3 gap-y-2 @max-[22rem]:flex-wrap">
        <UserLine {...line} wraps />
        <div
          className={cx(
            '@max-[22rem]:basis-full empty:hidden',
            line.size === 'sm' ? '@max-[22rem]:pl-13' : '@max-[22rem]:pl-14',
          )}
        >
          {children}
        </div>
      </div>
    </div>
  );
}
