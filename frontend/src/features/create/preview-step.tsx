import { homininiId } from '@limits/community';
import { normaliseTags } from '@tags/content';
import { findSiteVideo } from '@video-links/content';
import { Hash, Lock, MapPin, Music4 } from 'lucide-react';
import type { DraftFile } from '../../lib/draft-files.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useMe } from '../../lib/session.ts';
import type { Membership } from '../../lib/shared-queries.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { CreateFields, CreateKind } from './fields.ts';
import { LinkPreviews } from './link-fields.tsx';
import { MediaPreview } from './media-preview.tsx';
import { isFault, type Videos } from './use-videos.ts';
import { UnfinishedUploads } from './video-fields.tsx';

interface PreviewStepProps {
  kind: CreateKind;
  fields: CreateFields;
  pictures: readonly DraftFile[];
  videos: Videos;
  tribe: Membership['tribe'] | undefined;
}

/** Step 3: the post as it will be published. */
export function PreviewStep({ kind, fields, pictures, videos, tribe }: PreviewStepProps) {
  const { t } = useTexts('create', 'members');
  const shown = videos.list.filter(({ inspection }) => !isFault(inspection));
  return (
    <article aria-label={t('create.preview')} className="grid grid-cols-1 gap-3.5">
      <AuthorLine tribe={tribe} />
      <MediaPreview kind={kind} fields={fields} pictures={pictures} videos={shown} />
      <LinkPreviews videoUrls={fields.videoUrls.filter((url) => !findSiteVideo(url))} />
      <UnfinishedUploads videos={videos} />
      {fields.content.trim() && <p className="prose-safe text-body">{fields.content.trim()}</p>}
      <Labels kind={kind} fields={fields} />
    </article>
  );
}

function AuthorLine({ tribe }: Pick<PreviewStepProps, 'tribe'>) {
  const me = useMe();
  if (!me) return null;
  const ring = !tribe || tribe.id === homininiId ? {} : { ringOf: tribe.id };
  return (
    <div className="flex items-center gap-3">
      <Avatar person={me} size={42} {...ring} />
      <div className="grid min-w-0 grow grid-cols-1 leading-tight">
        <span className="truncate font-bold font-display">{me.name}</span>
        <span className="truncate text-caption text-fg-faint">{tribe?.name}</span>
      </div>
    </div>
  );
}

function Labels({ kind, fields }: Pick<PreviewStepProps, 'kind' | 'fields'>) {
  const { t } = useTexts('create', 'members');
  const { minLevelOrder, mood } = fields;
  const place = fields.place.trim();
  const tags = kind === 'story' ? [] : normaliseTags(fields.tags);
  return (
    <p className="flex flex-wrap gap-1.5 empty:hidden">
      {minLevelOrder > 1 && (
        <Pill tone="honey" icon={<Lock aria-hidden="true" />}>
          {t('posts.fromLevel', { level: minLevelOrder })}
        </Pill>
      )}
      {place && <Pill icon={<MapPin aria-hidden="true" />}>{place}</Pill>}
      {kind === 'story' && mood && <Pill icon={<Music4 aria-hidden="true" />}>{t(`mood.${mood}`)}</Pill>}
      {tags.map((tag) => (
        <Pill key={tag} icon={<Hash aria-hidden="true" />}>
          {tag}
        </Pill>
      ))}
    </p>
  );
}
