import { useTexts } from '../../lib/i18n.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { CaseDetail } from './api.ts';
import { CasePictures } from './case-pictures.tsx';
import { CaseVideos } from './case-videos.tsx';
import { useTextOf } from './case-words.tsx';

/** The reported object as it was then, its later texts and its context. Its pictures and videos are shown on request. */
export function ObjectShown({ found }: { found: CaseDetail }) {
  const { t } = useTexts('moderation');
  const textOf = useTextOf();
  const pictures = found.images.map(({ variants, ...image }) => ({ ...image, url: variants.medium }));
  const hasMedia = pictures.length + found.videos.length > 0;
  // A later text of a post has the id of the post.
  const { edits = [], after = [] } = Object.groupBy(found.after, ({ id }) =>
    id === found.objectId ? 'edits' : 'after',
  );
  return (
    <section aria-label={t('moderation.object')} className="grid grid-cols-1 gap-3">
      <Context items={found.before} />
      {(found.text || found.textsDeletedAt || !hasMedia) && <Quote text={textOf(found)} />}
      {pictures.length > 0 && <CasePictures pictures={pictures} />}
      <CaseVideos videos={found.videos} />
      {edits.map(({ text, createdAt }) => (
        <div key={createdAt} className="grid grid-cols-1 gap-1.5">
          <p className="flex flex-wrap items-center gap-2">
            <Pill tone="honey">{t('moderation.edited')}</Pill>
            <RelativeTime value={createdAt} className="text-caption text-fg-muted" />
          </p>
          <Quote text={textOf({ text, textsDeletedAt: null })} />
        </div>
      ))}
      <Context items={after} />
    </section>
  );
}

const Quote = ({ text }: { text: string }) => (
  <blockquote className="prose-safe rounded-md border-danger border-l-4 bg-hover p-3.5" dir="auto">
    {text}
  </blockquote>
);

function Context({ items }: { items: CaseDetail['before'] }) {
  const { t } = useTexts('moderation');
  return items.map(({ id, author, text, change }) => (
    <p key={id} className="prose-safe text-fg-muted text-small" dir="auto">
      <span className="font-semibold">
        {author ? <UserLink person={author}>{author.name}</UserLink> : t('moderation.gone')}:{' '}
      </span>
      {text || t('moderation.noText')}
      {change && <Pill className="ml-2">{t(change === 'edited' ? 'moderation.edited' : 'moderation.noLonger')}</Pill>}
    </p>
  ));
}
