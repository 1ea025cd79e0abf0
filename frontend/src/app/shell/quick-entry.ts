import type { ReactNode } from 'react';

/** What the quick menu offers to open or do. */
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
