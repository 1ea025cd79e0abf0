import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { shareTargets } from '../../lib/share-links.ts';
import { ShareSheet } from '../../lib/share-sheet.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { BlogPost } from './blog-content.ts';

/** The sites of specification 2, section 2, by their names in shareTargets, in its order. */
const SITES = [
  ['X', 'Twitter'],
  ['Facebook', 'Facebook'],
  ['LinkedIn', 'LinkedIn'],
] as const;

/** Links that share an article, and a panel with the device's own sharing, other apps and the link to copy. */
export function ShareLinks({ post }: { post: BlogPost }) {
  const { t } = useTexts('blog');
  const [isOpen, setIsOpen] = useState(false);
  const shared = { url: `${location.origin}${paths.blogPost(post.slug)}`, text: post.title };
  const targets = shareTargets(shared);
  return (
    <section aria-label={t('blog.share')} className="flex flex-wrap gap-2">
      {SITES.map(([target, label]) => (
        <ButtonLink
          key={label}
          size="sm"
          to={targets.find(({ name }) => name === target)?.href ?? ''}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('blog.shareOn', { site: label })}
        >
          {label}
        </ButtonLink>
      ))}
      <Button size="sm" icon={<Share2 />} onClick={() => setIsOpen(true)}>
        {t('blog.shareMore')}
      </Button>
      <ShareSheet open={isOpen} onClose={() => setIsOpen(false)} title={t('blog.share')} shared={shared} />
    </section>
  );
}
