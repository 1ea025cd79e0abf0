import { altMax } from '@limits/content';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { DraftFile } from '../../lib/draft-files.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { cx } from '../../ui/cx.ts';
import { linesLength } from '../../ui/text-length.ts';
import { Textarea } from '../../ui/textarea.tsx';
import type { CreateFields } from './fields.ts';

/** The counter is shown from this share of the limit. */
const COUNTED_FROM = 0.9;

interface AltFieldsProps {
  pictures: readonly DraftFile[];
  alts: CreateFields['alts'];
  onChange: (alts: CreateFields['alts']) => void;
}

/** A row with the number of texts, which opens a field for each picture. Each may stay empty; one too long is shown. */
export function AltFields({ pictures, alts, onChange }: AltFieldsProps) {
  const { t } = useTexts('create');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  if (pictures.length === 0) return null;
  const written = pictures.filter(({ id }) => alts[id]?.trim()).length;
  const isTooLong = pictures.some(({ id }) => linesLength(alts[id]?.trim() ?? '') > altMax);
  const shown = isOpen || isTooLong;
  const count = t('create.alts.count', { done: format.number(written), total: format.number(pictures.length) });
  return (
    <div className="grid grid-cols-1 gap-3">
      <button
        type="button"
        aria-expanded={shown}
        onClick={() => setOpen(!isOpen)}
        className="focus-ring flex min-h-12 w-full items-center gap-3 rounded-md bg-sunken px-4 text-left font-medium text-small hover:bg-hover light:bg-ground"
      >
        <span className="min-w-0 grow">{t('create.alts.title')}</span>
        <span className="tabular text-fg-muted">{count}</span>
        <ChevronRight aria-hidden="true" className={cx('size-5 shrink-0 text-fg-faint', shown && 'rotate-90')} />
      </button>
      {shown && <Fields pictures={pictures} alts={alts} onChange={onChange} />}
    </div>
  );
}

function Fields({ pictures, alts, onChange }: AltFieldsProps) {
  const { t } = useTexts('create');
  return (
    <fieldset className="grid grid-cols-1 gap-3" aria-label={t('create.alts.title')} aria-describedby="alts-hint">
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
