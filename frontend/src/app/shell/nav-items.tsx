import { Flame, House, Plus, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';

interface NavItem {
  to: string;
  text: 'shell.home' | 'shell.tribes' | 'shell.vibes' | 'shell.create';
  icon: ReactNode;
  /** Opens over the current page. */
  modal?: true;
}

/** The main navigation: bottom tabs on a phone, the top of the rail on a desktop. */
export const NAV_ITEMS: NavItem[] = [
  { to: paths.home, text: 'shell.home', icon: <House /> },
  { to: paths.tribes, text: 'shell.tribes', icon: <Flame /> },
  { to: paths.vibes(), text: 'shell.vibes', icon: <Sparkles /> },
  { to: paths.createModal(), text: 'shell.create', icon: <Plus />, modal: true },
];
