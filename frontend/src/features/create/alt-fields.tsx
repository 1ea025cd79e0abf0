import { altMax } from '@limits/content';
import { useTexts } from '../../lib/i18n.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { Textarea } from '../../ui/textarea.tsx';
import type { CreateFields } from './fields.ts';
import type { ChosenPicture } from './parts.ts';

/** The counter is shown from this share of the limit. */
const COUNTED_FROM = 0.9;

interface AltFieldsProps {
  pictures: readonly ChosenPicture[];
  alts: CreateFields['alts'];
  onChange: (alts: CreateFields['alts']) => void;
}

/** An alternative text for each picture, which may stay empty. */
export function AltFields({ pictures, alts, onChange }: AltFieldsProps) {
  const { t } = useTexts('create');
  if (pictures.length === 0) return null;
  return (
    <fieldset className="grid grid-cols-1 gap-3" aria-describedby="alts-hint">
      <legend className="font-medium text-small">{t('create.alts.title')}</legend>
      <p id="alts-hint" className="text-pretty text-caption text-fg-muted">
        {t('create.alts.hint')}
      </p>
      {pictures.map(({ id, file }, index) => {
        const alt = alts[id] ?? '';
        return (
          <div key={id} className="flex items-start gap-3">
            <Thumbnail file={file} />
            <div className="min-w-0 grow">
              <Textarea
                label={t('create.alts.of', { number: index + 1 })}
                rows={1}
                limit={altMax}
                counted={alt.length >= altMax * COUNTED_FROM}
                value={alt}
                onChange={({ target }) => onChange({ ...alts, [id]: target.value })}
              />
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

function Thumbnail({ file }: { file: File }) {
  const src = usePreview(file);
  return (
    <span className="mt-7 block size-12 shrink-0 overflow-hidden rounded-sm bg-hover">
      {src && <img src={src} alt="" className="size-full object-cover" />}
    </span>
  );
}
