import { Ellipsis } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { lazyComponent } from '../../lib/lazy.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import type { ChatMenuProps } from './chat-menu-items.tsx';

const ButtonMenu = lazyComponent(async () => (await import('./chat-menu-items.tsx')).ChatButtonMenu);

/** The moderators' settings of a tribe's chat; its code is loaded with the first press of its button. */
export function ChatMenu(props: ChatMenuProps) {
  const { t } = useTexts('chat');
  return (
    <LazyMenu button={<IconButton label={t('chat.options')} icon={<Ellipsis />} />}>
      <ButtonMenu {...props} />
    </LazyMenu>
  );
}
