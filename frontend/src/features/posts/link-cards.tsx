import { ExternalLink } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { PostVideo } from './api.ts';
import { SiteLink } from './site-link.tsx';

/** The addresses of a post that are not played here, each as a row with its host and its path. */
export function LinkCards({ links, author }: { links: readonly PostVideo[]; author: string }) {
  return links.map(({ id, url }) => <LinkCard key={id} url={url} author={author} />);
}

function LinkCard({ url, author }: { url: string; author: string }) {
  const { t } = useTexts('video');
  const { host, pathname, search } = new URL(url);
  const path = pathname + search;
  return (
    <SiteLink url={url} className="h-18 gap-3! rounded-md! bg-sunken px-4! hover:bg-hover">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-full bg-ember-soft text-ember-text"
      >
        <ExternalLink className="size-5" />
      </span>
      <span className="grid min-w-0 grid-cols-1">
        <VisuallyHidden>{t('video.linkBy', { name: author })} </VisuallyHidden>
        <span className="truncate font-display font-semibold text-small">{host}</span>
        {path !== '/' && <span className="truncate text-fg-muted">{path}</span>}
      </span>
    </SiteLink>
  );
}
