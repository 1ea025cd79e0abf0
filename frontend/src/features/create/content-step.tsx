import { imagesMax, offeredMoods } from '@limits/content';
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import type { Membership } from '../../lib/shared-queries.ts';
import { Choices } from '../../ui/choices.tsx';
import { cx } from '../../ui/cx.ts';
import { typeNames } from '../../ui/files/file-rules.ts';
import { PictureGrid } from '../../ui/files/picture-grid.tsx';
import { usePastedFiles } from '../../ui/files/use-pasted-files.ts';
import { Select } from '../../ui/select.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { CameraButton } from './camera/camera-button.tsx';
import type { CreateFields, CreateKind } from './fields.ts';
import { LinkFields } from './link-fields.tsx';
import type { Pictures } from './parts.ts';
import type { Videos } from './use-videos.ts';
import { VideoFields } from './video-fields.tsx';

interface ContentStepProps {
  kind: CreateKind;
  pictures: Pictures;
  videos: Videos;
  fields: CreateFields;
  onChange: (change: Partial<CreateFields>) => void;
  memberships: readonly Membership[];
  tribeId: number | null;
  onTribe: (tribeId: number) => void;
  /** The choice of the minimum level, once a tribe is chosen. */
  levels: ReactNode;
}

/** Step 0: the pictures, videos and links, the mood of a vibe, the tribe and who sees it. */
export function ContentStep(props: ContentStepProps) {
  const { kind, pictures, videos, fields, onChange, memberships, tribeId, onTribe, levels } = props;
  const { t } = useTexts('create', 'members');
  const [isCameraOpen, setCameraOpen] = useState(false);
  usePastedFiles(!isCameraOpen, pictures.choice.take);
  return (
    <div className="grid grid-cols-1 gap-5">
      <CameraButton kind={kind} pictures={pictures} videos={videos} open={isCameraOpen} onOpenChange={setCameraOpen} />
      {kind !== 'reel' && <PictureFields pictures={pictures} />}
      <VideoFields videos={videos} over={kind === 'reel' && pictures.choice.over} />
      {kind !== 'story' && <LinkFields kind={kind} fields={fields} onChange={onChange} />}
      {kind === 'story' && (
        <Choices
          name="mood"
          legend={t('create.mood')}
          values={offeredMoods}
          chosen={fields.mood ?? undefined}
          onChoose={(mood) => onChange({ mood })}
          text={(mood) => t(`mood.${mood}`)}
        />
      )}
      {(memberships.length > 1 || tribeId === null) && (
        <Select
          label={t('create.tribe')}
          placeholder={t('create.chooseTribe')}
          value={tribeId === null ? null : String(tribeId)}
          options={memberships.map(({ tribe }) => ({
            value: String(tribe.id),
            label: tribe.name,
            icon: <TribeGlyph id={tribe.id} size={26} />,
          }))}
          onChange={(id) => onTribe(Number(id))}
        />
      )}
      {levels}
    </div>
  );
}

function PictureFields({ pictures: { list, problem, rules, choice, remove, reorder } }: { pictures: Pictures }) {
  const { t } = useTexts('create', 'members');
  const format = useFormat();
  const isFull = list.length >= imagesMax;
  return (
    <div className="grid grid-cols-1 gap-3">
      <PictureGrid
        label={t('posts.pictures')}
        pictures={list.map(({ id, file }) => ({ id, source: file, alt: file.name }))}
        onRemove={remove}
        onReorder={reorder}
      />
      {list.length > 1 && <p className="text-caption text-fg-muted">{t('create.order')}</p>}
      <button
        type="button"
        disabled={isFull}
        onClick={choice.pick}
        className={cx(
          'pressable focus-ring grid min-h-28 w-full place-items-center content-center gap-1.5 rounded-lg border-2 border-dashed p-4 text-center',
          'disabled:cursor-not-allowed disabled:opacity-45',
          choice.over ? 'border-ember bg-ember-soft' : 'border-field-line bg-sunken hover:border-fg-faint',
        )}
      >
        <ImagePlus aria-hidden="true" className="size-7 text-fg-faint" />
        <span className="font-display font-semibold text-small">{t('posts.addPictures')}</span>
        <span className="text-balance text-caption text-fg-muted">
          {isFull
            ? t('ui.files.full', { max: format.number(imagesMax) })
            : t('ui.files.hint', { types: format.list(typeNames(rules.types)), max: format.number(rules.maxMb) })}
        </span>
      </button>
      <input
        {...choice.inputProps}
        type="file"
        accept={rules.types.join()}
        multiple
        hidden
        aria-label={t('posts.addPictures')}
      />
      {problem && (
        <p role="alert" className="text-danger text-small">
          {problem}
        </p>
      )}
      {list.length > 0 && <NewAccountNote about="uploads" />}
    </div>
  );
}
