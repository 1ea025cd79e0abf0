import { landingGradients, landingItemMax } from '@limits/content';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Input } from '../../ui/input.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { LandingItem } from './api.ts';
import { SlideFile } from './slide-file.tsx';
import type { SlideUploads } from './use-slide-uploads.ts';

interface SlideSheetProps {
  item: LandingItem | null;
  savedUrls: readonly string[];
  uploads: SlideUploads;
  onChange: (more: Partial<LandingItem>) => void;
  onClose: () => void;
}

/** The form of one slide; closed for null. Changes show at once in the preview. */
export function SlideSheet({ item, onClose, ...rest }: SlideSheetProps) {
  const { t } = useTexts('landing');
  // Stored while the sheet closes.
  const [last, setLast] = useState(item);
  if (item && item !== last) setLast(item);
  return (
    <Sheet
      open={item !== null}
      onClose={onClose}
      title={t('landing.slideTitle')}
      footer={
        <Button variant="primary" className="w-full" onClick={onClose}>
          {t('landing.done')}
        </Button>
      }
    >
      {last && <SlideFields key={last.id} item={last} {...rest} />}
    </Sheet>
  );
}

type SlideFieldsProps = Omit<SlideSheetProps, 'onClose' | 'item'> & { item: LandingItem };

function SlideFields({ item, savedUrls, uploads, onChange }: SlideFieldsProps) {
  const { t } = useTexts('landing');
  return (
    <div className="grid grid-cols-1 gap-6 pt-1">
      <SlideFile item={item} isSaved={savedUrls.includes(item.mediaUrl)} uploads={uploads} onChange={onChange} />
      <Input
        label={t('landing.title')}
        limit={landingItemMax.title}
        value={item.title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <Textarea
        label={t('landing.description')}
        limit={landingItemMax.description}
        counted
        rows={3}
        value={item.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <Gradients item={item} onChange={onChange} />
      <Switch
        label={t('landing.enabled')}
        hint={t('landing.enabledHint')}
        checked={item.enabled}
        onChange={({ target }) => onChange({ enabled: target.checked })}
      />
    </div>
  );
}

function Gradients({ item, onChange }: Pick<SlideSheetProps, 'onChange'> & { item: LandingItem }) {
  const { t } = useTexts('landing');
  const chosen = landingGradients.find((gradient) => gradient === item.gradient) ?? landingGradients[0];
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium text-small">{t('landing.gradient')}</legend>
      <div className="grid grid-cols-3 gap-2">
        {landingGradients.map((gradient) => (
          <label
            key={gradient}
            data-gradient={gradient}
            data-theme="dark"
            className={cx(
              'relative flex h-14 cursor-pointer items-end rounded-md p-2 font-medium text-caption text-fg',
              'has-checked:outline-2 has-checked:outline-ember-text has-checked:outline-offset-2',
              'has-focus-visible:outline-3 has-focus-visible:outline-ember has-focus-visible:outline-offset-2',
            )}
          >
            <input
              type="radio"
              name="gradient"
              value={gradient}
              checked={gradient === chosen}
              onChange={() => onChange({ gradient })}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {t(`landing.gradients.${gradient}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
