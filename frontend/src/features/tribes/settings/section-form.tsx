import { type ReactNode, useId } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Pill } from '../../../ui/pill.tsx';
import type { Section } from './use-section.ts';

interface SectionFormProps<Values> {
  section: Section<Values>;
  title: string;
  text: string;
  /** False while a value is invalid. */
  isReady?: boolean;
  /** An error that belongs to no field. */
  problem: string | undefined;
  children: ReactNode;
}

/** A section of the settings with its own save button; it shows whether there are unsaved changes. */
export function SectionForm<Values>(props: SectionFormProps<Values>) {
  const { section, title, text, isReady = true, problem, children } = props;
  const { t } = useTexts('tribe-settings');
  const id = useId();
  const { isChanged, isSaving } = section;
  return (
    <Card as="section" aria-labelledby={id} className="p-4 sm:p-6">
      <form
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && isReady) section.save();
        }}
      >
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <h2 id={id} className="font-bold text-title">
              {title}
            </h2>
            {isChanged && <Pill tone="honey">{t('tribeSettings.unsaved')}</Pill>}
          </div>
          <p className="text-pretty text-fg-muted text-small">{text}</p>
        </div>
        {children}
        <FormError>{problem}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" disabled={!isChanged || !isReady} loading={isSaving}>
            {t('ui.save')}
          </Button>
          {isChanged && (
            <Button variant="ghost" disabled={isSaving} onClick={section.discard}>
              {t('tribeSettings.discard')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
