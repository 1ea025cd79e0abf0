import { withTexts } from '../../lib/i18n.ts';
import { lazyComponent } from '../../lib/lazy.tsx';
import { useMe } from '../../lib/session.ts';
import { hasProfile } from '../../lib/user-link.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import type { Post } from './api.ts';
import { AuthorMenuButton } from './author-menu-button.tsx';

const AuthorMenuPanel = lazyComponent(
  withTexts(async () => (await import('./author-menu-panel.tsx')).AuthorMenuPanel, 'safety', 'moderation'),
);

/**
 * A small button at the corner of the author's avatar, which is itself a link to the profile. Its menu is about the author;
 * there is none about oneself, and none about somebody whose identity is hidden. Its code is loaded with the first press.
 */
export function AuthorMenu({ post }: { post: Post }) {
  const me = useMe();
  const { user } = post;
  if (me === null || me.id === user.id || !hasProfile(user)) return null;
  return (
    <LazyMenu button={<AuthorMenuButton name={user.name} />}>
      <AuthorMenuPanel post={post} />
    </LazyMenu>
  );
}
