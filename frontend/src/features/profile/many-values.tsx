import { X } from 'lucide-react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Combobox } from '../../ui/combobox.tsx';
import type { Option } from './options.ts';

interface ManyValuesProps {
  label: string;
  options: readonly Option[];
  values: readonly string[];
  max: number;
  onChange: (values: string[]) => void;
}

/** Several distinct values of a list, up to a maximum. */
export function ManyValues({ label, options, values, max, onChange }: ManyValuesProps) {
  const { t } = useTexts('profile');
  const format = useFormat();
  const full = values.length >= max;
  const nameOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  return (
    <div className="grid grid-cols-1 gap-2">
      <Combobox
        key={values.length}
        label={label}
        hint={t(full ? 'profile.full' : 'profile.upTo', { max: format.number(max) })}
        placeholder={t('profile.add')}
        options={options.filter(({ value }) => !values.includes(value))}
        value={null}
        disabled={full}
        onChange={(chosen) => chosen && onChange([...values, chosen.value])}
      />
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {values.map((value) => (
            <li key={value}>
              <button
                type="button"
                aria-label={t('profile.removeValue', { name: nameOf(value) })}
                onClick={() => onChange(values.filter((other) => other !== value))}
                className="focus-ring pressable inline-flex min-h-9 items-center gap-1.5 rounded-full bg-hover px-3 text-small"
              >
                {nameOf(value)}
                <X aria-hidden="true" className="size-3.5 text-fg-faint" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
