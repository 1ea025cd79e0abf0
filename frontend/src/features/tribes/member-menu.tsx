import { Ban, MessageSquareOff, MessageSquareText, ShieldMinus, ShieldPlus, UserRoundMinus } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import type { ActingKind } from './measure-dialogs.tsx';

export interface MemberMenuProps {
  button: ReactElement;
  kinds: readonly ActingKind[];
  onChoose: (kind: ActingKind) => void;
}

const ICONS: Record<ActingKind, ReactNode> = {
  officer: <ShieldPlus />,
  member: <ShieldMinus />,
  restrict: <MessageSquareOff />,
  lift: <MessageSquareText />,
  remove: <UserRoundMinus />,
  ban: <Ban />,
};

/** The measures on one member, mounted open. */
export function MemberMenu({ button, kinds, onChoose }: MemberMenuProps) {
  const { t } = useTexts('membership');
  return (
    <Menu defaultOpen trigger={button}>
      {kinds.map((kind) => (
        <MenuItem
          key={kind}
          icon={ICONS[kind]}
          danger={kind === 'remove' || kind === 'ban'}
          onSelect={() => onChoose(kind)}
        >
          {t(`membership.act.${kind}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
