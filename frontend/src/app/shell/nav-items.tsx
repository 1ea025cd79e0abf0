import { Flame, House, Plus, Search, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';

interface NavItem {
  to: string;
  text: 'shell.home' | 'shell.explore' | 'shell.create' | 'shell.vibes' | 'shell.tribes';
  icon: ReactNode;
  /** Opens over the current page. */
  modal?: true;
}

/** The main navigation: bottom tabs on a phone, the top of the rail on a desktop. */
export const NAV_ITEMS: NavItem[] = [
  { to: paths.home, text: 'shell.home', icon: <House /> },
  { to: paths.explore, text: 'shell.explore', icon: <Search /> },
  { to: paths.createModal(), text: 'shell.create', icon: <Plus />, modal: true },
  { to: paths.vibes(), text: 'shell.vibes', icon: <Sparkles /> },
  { to: paths.tribes, text: 'shell.tribes', icon: <Flame /> },
];
