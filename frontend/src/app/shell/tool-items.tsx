import { ChartNoAxesColumnIncreasing, CircleHelp, Mails } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';

interface ToolItem {
  to: string;
  text: 'shell.points' | 'shell.help' | 'contactMessages.title';
  icon: ReactNode;
  /** For site admins alone. */
  admin?: true;
}

const TOOL_ITEMS: ToolItem[] = [
  { to: paths.points, text: 'shell.points', icon: <ChartNoAxesColumnIncreasing /> },
  { to: paths.contactMessages, text: 'contactMessages.title', icon: <Mails />, admin: true },
  { to: paths.help, text: 'shell.help', icon: <CircleHelp /> },
];

/** What the account menu and the quick menu lead this person to, beside the main navigation. */
export const toolItemsOf = ({ role }: SessionUser): ToolItem[] =>
  TOOL_ITEMS.filter(({ admin }) => !admin || role === 'admin');
