import { ChevronDown } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';

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
