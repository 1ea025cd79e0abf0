import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldTexts, inputClass } from './field.tsx';
import { afterOverlays } from './overlay-history.ts';
import { optionsClass, popupItemClass } from './popup.ts';
import { usePopup } from './use-popup.ts';

export interface SelectOption<T extends string> {
  value: T;
  label: string;
  /** A glyph or an avatar before the label. */
  icon?: ReactNode;
}

export interface SelectProps<T extends string> extends FieldTexts {
  options: SelectOption<T>[];
  value: T | null;
  onChange: (value: T) => void;
  placeholder?: string;
  disabled?: boolean;
}

/** A select for a few options. For many use Combobox. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { options, value, onChange, placeholder, disabled, ...texts } = props;
  const popup = usePopup();
  const chosen = options.find((option) => option.value === value);
  return (
    <Field {...texts}>
      {({ id, ...control }) => (
        <Base.Root
          items={options}
          value={value}
          {...popup}
          // A choice may replace the address.
          onValueChange={(next) => next !== null && afterOverlays(() => onChange(next))}
          disabled={disabled}
        >
          <Base.Trigger
            id={id}
            {...control}
            className={cx(inputClass, 'flex h-12 items-center justify-between gap-3 text-left')}
          >
            <span className={cx('flex min-w-0 items-center gap-2.5', !chosen && 'text-fg-faint')}>
              {chosen?.icon}
              <span className="truncate">{chosen?.label ?? placeholder}</span>
            </span>
            <ChevronsUpDown aria-hidden="true" className="size-4.5 shrink-0 text-fg-faint" />
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner sideOffset={6} align="start" alignItemWithTrigger={false} className="z-50">
              <Base.Popup className={cx(optionsClass, 'max-h-(--available-height)')}>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className={popupItemClass()}>
                    {option.icon}
                    <Base.ItemText className="min-w-0 grow truncate">{option.label}</Base.ItemText>
                    <Base.ItemIndicator>
                      <Check aria-hidden="true" className="size-4.5 text-ember-text" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
