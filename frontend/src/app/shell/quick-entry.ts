import type { ReactNode } from 'react';

/** An entry of the quick menu: a target to open or an action. */
export interface QuickEntry {
  id: string;
  group: 'tribes' | 'pages' | 'actions' | 'found';
  label: string;
  detail?: string;
  icon: ReactNode;
  /** The number of pending items. */
  count?: ReactNode;
  run: () => void;
}
