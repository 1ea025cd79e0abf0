import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { LostPicture } from '../../ui/lost-picture.tsx';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { CaseDetail } from './api.ts';

/** The reported object as it was then, its later texts and its context. Its pictures are shown on request. */
export function ObjectShown({ found }: { found: CaseDetail }) {
  const { t } = useTexts('moderation');
  const [shown, setShown] = useState(false);
  // A later text of a post has the id of the post.
  const { edits = [], after = [] } = Object.groupBy(found.after, ({ id }) =>
    id === found.objectId ? 'edits' : 'after',
  );
  return (
    <section aria-label={t('moderation.object')} className="grid grid-cols-1 gap-3">
      <Context items={found.before} />
      <Quote text={found.text} />
      {found.images.length > 0 && <Pictures images={found.images} shown={shown} onShow={() => setShown(true)} />}
      {edits.map(({ text, createdAt }) => (
        <div key={createdAt} className="grid grid-cols-1 gap-1.5">
          <p className="flex flex-wrap items-center gap-2">
            <Pill tone="honey">{t('moderation.edited')}</Pill>
            <RelativeTime value={createdAt} className="text-caption text-fg-muted" />
          </p>
          <Quote text={text} />
        </div>
      ))}
      <Context items={after} />
    </section>
  );
}

function Quote({ text }: { text: string }) {
  const { t } = useTexts('moderation');
  return (
    <blockquote className="prose-safe rounded-md border-danger border-l-4 bg-hover p-3.5" dir="auto">
      {text || t('moderation.noText')}
    </blockquote>
  );
}

function Context({ items }: { items: CaseDetail['before'] }) {
  const { t } = useTexts('moderation');
  return items.map(({ id, author, text }) => (
    <p key={id} className="prose-safe text-fg-muted text-small" dir="auto">
      <span className="font-semibold">
        {author ? <UserLink person={author}>{author.name}</UserLink> : t('moderation.gone')}:{' '}
      </span>
      {text || t('moderation.noText')}
    </p>
  ));
}

interface PicturesProps {
  images: CaseDetail['images'];
  shown: boolean;
  onShow: () => void;
}

/** Only their blurred previews, which are part of the case, until they are requested. */
function Pictures({ images, shown, onShow }: PicturesProps) {
  const { t } = useTexts('moderation');
  const stored = images.filter(({ lost }) => !lost);
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap gap-2">
        {images.map(({ id, lqip, variants, lost }) => (
          <div key={id} className="h-44 min-w-32 max-w-full overflow-hidden rounded-md bg-sunken">
            {lost && <LostPicture className="size-full max-w-32" />}
            {!lost && (shown || lqip) && (
              <img
                src={shown ? variants.medium : (lqip ?? '')}
                alt=""
                className={cx('h-full max-w-full object-cover', !shown && 'min-w-32 scale-110 blur-lg')}
              />
            )}
          </div>
        ))}
      </div>
      {!shown && stored.length > 0 && (
        <Button size="sm" icon={<Eye />} className="justify-self-start" onClick={onShow}>
          {t('moderation.showPictures', { count: stored.length })}
        </Button>
      )}
    </div>
  );
}
