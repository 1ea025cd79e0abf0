import { ChevronDown } from 'lucide-react';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { lazyComponent } from '../../lib/lazy.tsx';
import { useMe } from '../../lib/session.ts';
import { hasProfile } from '../../lib/user-link.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import type { Post } from './api.ts';

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

/** Always visible on touch screens; with a mouse while it points at the header of the post. */
export function AuthorMenuButton({ name, ...props }: { name: string }) {
  const { t } = useTexts('members');
  return (
    <button
      {...props}
      type="button"
      aria-label={t('posts.authorMenu', { name })}
      className="focus-ring absolute -right-2 -bottom-2 grid size-7 place-items-center rounded-full transition-opacity hoverable:opacity-0 hoverable:focus-visible:opacity-100 hoverable:group-hover:opacity-100 hoverable:aria-expanded:opacity-100"
    >
      <span className="grid size-4.5 place-items-center rounded-full bg-raised text-fg-muted shadow-card ring-2 ring-surface">
        <ChevronDown aria-hidden="true" className="size-3.5" />
      </span>
    </button>
  );
}
