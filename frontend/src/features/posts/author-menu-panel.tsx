import { useQuery } from '@tanstack/react-query';
import { Clapperboard, MessageCircle, UserRound } from 'lucide-react';
import { UserSafetyItems } from '../../lib/blocking-items.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { hasVibesQuery, type Post } from './api.ts';
import { AuthorMenuButton } from './author-menu-button.tsx';
import { FollowItem } from './follow-item.tsx';

/** Mounted open: its code is loaded when the button that it replaces is pressed. */
export function AuthorMenuPanel({ post: { user, tribeId } }: { post: Post }) {
  const { t } = useTexts('members');
  const { id, name } = user;
  return (
    <Menu defaultOpen align="start" trigger={<AuthorMenuButton name={name} />}>
      <MenuLink icon={<UserRound />} to={paths.user(id)}>
        {t('posts.authorProfile')}
      </MenuLink>
      <VibesItem userId={id} />
      <FollowItem userId={id} name={name} />
      {user.canMessage && (
        <MenuLink icon={<MessageCircle />} to={paths.conversation(id, tribeId)}>
          {t('posts.writeTo', { name })}
        </MenuLink>
      )}
      <MenuSeparator />
      <UserSafetyItems person={user} tribeId={tribeId} report={{ kind: 'person', userId: id }} />
    </Menu>
  );
}

/** Leads to the person's vibes; disabled until it is known that the viewer may see any, so that no item moves. */
function VibesItem({ userId }: { userId: string }) {
  const { t } = useTexts('members');
  const { data: hasVibes } = useQuery(hasVibesQuery(userId));
  if (!hasVibes)
    return (
      <MenuItem icon={<Clapperboard />} disabled onSelect={() => undefined}>
        {t(hasVibes === false ? 'posts.authorNoVibes' : 'posts.authorVibes')}
      </MenuItem>
    );
  return (
    <MenuLink icon={<Clapperboard />} to={paths.userVibes(userId)}>
      {t('posts.authorVibes')}
    </MenuLink>
  );
}
