import { normaliseTags } from '@tags/content';
import { MapPin } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { Pill } from '../../ui/pill.tsx';
import type { CreateFields, CreateKind } from './fields.ts';
import { LinkPreviews } from './link-fields.tsx';
import { LookCanvas } from './look-canvas.tsx';
import type { ChosenPicture } from './parts.ts';
import type { Videos } from './use-videos.ts';
import { VideoPreviews } from './video-fields.tsx';

interface PreviewStepProps {
  kind: CreateKind;
  fields: CreateFields;
  pictures: readonly ChosenPicture[];
  videos: Videos;
  tribeName: string;
}

/** Step 3: the post as it will be published. */
export function PreviewStep({ kind, fields, pictures, videos, tribeName }: PreviewStepProps) {
  const { t } = useTexts('create', 'members');
  const [cover, ...others] = pictures;
  const nameOf = ({ id, file }: ChosenPicture) => fields.alts[id]?.trim() || file.name;
  const place = fields.place.trim();
  const tags = kind === 'story' ? [] : normaliseTags(fields.tags);
  return (
    <article aria-label={t('create.preview')} className="grid grid-cols-1 gap-3">
      {cover && (
        <LookCanvas
          file={cover.file}
          look={fields}
          label={nameOf(cover)}
          className={cx('rounded-md', kind === 'story' ? 'mx-auto aspect-9/16 max-h-[50dvh]' : 'aspect-4/3 w-full')}
        />
      )}
      {others.length > 0 && (
        <div className="flex gap-1.5">
          {others.map((picture) => (
            <LookCanvas
              key={picture.id}
              file={picture.file}
              look={fields}
              label={nameOf(picture)}
              size="small"
              className="aspect-square min-w-0 max-w-20 flex-1 rounded-sm"
            />
          ))}
        </div>
      )}
      <VideoPreviews videos={videos} />
      <LinkPreviews videoUrls={fields.videoUrls} />
      {fields.content.trim() && <p className="wrap-anywhere whitespace-pre-line">{fields.content.trim()}</p>}
      <p className="flex flex-wrap gap-1.5">
        <Pill tone="ember">{tribeName}</Pill>
        {kind === 'story' && fields.mood && <Pill>{t(`mood.${fields.mood}`)}</Pill>}
        {tags.map((tag) => (
          <Pill key={tag}>#{tag}</Pill>
        ))}
        {place && <Pill icon={<MapPin />}>{place}</Pill>}
        {fields.minLevelOrder > 1 && <Pill>{t('posts.fromLevel', { level: fields.minLevelOrder })}</Pill>}
      </p>
    </article>
  );
}
