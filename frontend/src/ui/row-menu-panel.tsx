import type { ReactElement, ReactNode } from 'react';
import { Menu } from './menu.tsx';

/** The menu of a row with its button. */
export function RowMenuPanel({ button, children }: { button: ReactElement; children: ReactNode }) {
  return <Menu trigger={button}>{children}</Menu>;
}
