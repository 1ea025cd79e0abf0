import { slowModes } from '@limits/messaging';
import { Ellipsis } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuChoices } from '../../ui/menu-choices.tsx';
import { toast } from '../../ui/toast.tsx';
import { type SlowSeconds, useSetSlowMode } from './api.ts';

export interface ChatMenuProps {
  tribeId: number;
  slowSeconds: SlowSeconds;
}

/** The menu of a tribe's chat, mounted open. */
export function ChatButtonMenu({ tribeId, slowSeconds }: ChatMenuProps) {
  const { t } = useTexts('chat');
  const set = useSetSlowMode(tribeId);
  const change = (seconds: SlowSeconds) =>
    set.mutate(seconds, {
      onSuccess: () => toast(() => t(seconds === 0 ? 'chat.slowIsOff' : 'chat.slowIsOn'), { tone: 'good' }),
      onError: toastFailure,
    });
  return (
    <Menu defaultOpen trigger={<IconButton label={t('chat.options')} icon={<Ellipsis />} />}>
      <MenuChoices<SlowSeconds>
        label={t('chat.slowMode')}
        value={slowSeconds}
        onChange={change}
        options={slowModes.map((seconds) => ({ value: seconds, label: t(`chat.slow.${seconds}`) }))}
      />
    </Menu>
  );
}
