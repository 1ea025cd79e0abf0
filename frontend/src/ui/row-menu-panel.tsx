import type { ReactElement, ReactNode } from 'react';
import { Menu } from './menu.tsx';

/** The menu of a row, and the button that opens it. */
export function RowMenuPanel({ button, children }: { button: ReactElement; children: ReactNode }) {
  return <Menu trigger={button}>{children}</Menu>;
}
