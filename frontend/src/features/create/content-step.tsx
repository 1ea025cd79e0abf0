import { offeredMoods } from '@limits/content';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import type { Membership } from '../../lib/shared-queries.ts';
import { Choices } from '../../ui/choices.tsx';
import { usePastedFiles } from '../../ui/files/use-pasted-files.ts';
import { Select } from '../../ui/select.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { CameraButton } from './camera/camera-button.tsx';
import { type CreateFields, type CreateKind, isClipComplete } from './fields.ts';
import { LinkFields } from './link-fields.tsx';
import { MediaFields } from './media-fields.tsx';
import type { Pictures } from './parts.ts';
import { fieldOf } from './reveal-field.ts';
import type { Videos } from './use-videos.ts';

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

/** Step 0: the tribe, the pictures, videos and links, the mood of a vibe, and who sees it. */
export function ContentStep(props: ContentStepProps) {
  const { kind, pictures, videos, fields, onChange, memberships, tribeId, onTribe, levels } = props;
  const { t } = useTexts('create', 'members');
  const [isCameraOpen, setCameraOpen] = useState(false);
  usePastedFiles(!isCameraOpen, pictures.choice.take);
  const isComplete = isClipComplete(kind, videos.list.length, fields);
  const media = { kind, pictures, videos, isComplete };
  return (
    <div className="grid grid-cols-1 gap-5">
      {(memberships.length > 1 || tribeId === null) && (
        <div {...fieldOf('tribe')}>
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
        </div>
      )}
      <CameraButton {...media} open={isCameraOpen} onOpenChange={setCameraOpen} />
      <MediaFields {...media} />
      {kind === 'story' && (
        <div {...fieldOf('mood')}>
          <Choices
            name="mood"
            legend={t('create.mood')}
            values={offeredMoods}
            chosen={fields.mood ?? undefined}
            onChoose={(mood) => onChange({ mood })}
            text={(mood) => t(`mood.${mood}`)}
          />
        </div>
      )}
      {kind !== 'story' && (
        <div {...fieldOf('link')} className="empty:hidden">
          <LinkFields kind={kind} fields={fields} onChange={onChange} isComplete={isComplete} />
        </div>
      )}
      {levels}
    </div>
  );
}
