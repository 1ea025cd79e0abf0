import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, X } from 'lucide-react';
import { useTexts } from '../lib/i18n.ts';
import { cx } from './cx.ts';
import { Field, type FieldTexts, inputClass } from './field.tsx';
import { optionsClass, popupItemClass } from './popup.ts';
import type { SelectOption } from './select.tsx';
import { usePopup } from './use-popup.ts';

export interface ComboboxProps<T extends string> extends FieldTexts {
  options: readonly SelectOption<T>[];
  /** The chosen option itself: with a search it need not be among `options`. */
  value: SelectOption<T> | null;
  /** Null when it was cleared. Text typed without choosing is dropped: only the given options are allowed. */
  onChange: (option: SelectOption<T> | null) => void;
  /** Receives the typed text, so that the parent can load `options`. Without it the options are filtered here. */
  onSearch?: (text: string) => void;
  /** The options for the typed text are loading. */
  loading?: boolean;
  /** Why there are no options: the search failed. */
  problem?: string;
  placeholder?: string;
  disabled?: boolean;
}

/** A choice among many options, by typing. For a few use Select. */
export function Combobox<T extends string>(props: ComboboxProps<T>) {
  const { options, value, onChange, onSearch, loading, problem, placeholder, disabled, ...texts } = props;
  const popup = usePopup();
  return (
    <Field {...texts}>
      {({ id, ...control }) => (
        <Base.Root
          items={options}
          {...popup}
          value={value}
          onValueChange={onChange}
          onInputValueChange={(text, { reason }) => reason === 'input-change' && onSearch?.(text)}
          isItemEqualToValue={(one, other) => one.value === other.value}
          filter={onSearch ? null : undefined}
          autoHighlight
          disabled={disabled}
        >
          <Base.InputGroup className="relative">
            <Base.Input
              id={id}
              {...control}
              // While the options are open the label is hidden from screen readers, as everything outside the list is.
              aria-label={typeof texts.label === 'string' ? texts.label : undefined}
              placeholder={placeholder}
              className={cx(inputClass, 'h-12', value ? 'pr-21' : 'pr-12')}
            />
            <ComboboxButtons />
          </Base.InputGroup>
          <ComboboxList<T> loading={loading ?? false} problem={problem} />
        </Base.Root>
      )}
    </Field>
  );
}

function ComboboxButtons() {
  const { t } = useTexts();
  const buttonClass =
    'grid size-9 place-items-center rounded-full text-fg-faint hover:bg-hover hover:text-fg [&_svg]:size-4.5';
  return (
    <span className="absolute inset-y-0 right-1.5 flex items-center">
      <Base.Clear aria-label={t('ui.combobox.clear')} className={buttonClass}>
        <X aria-hidden="true" />
      </Base.Clear>
      <Base.Trigger aria-label={t('ui.combobox.open')} className={buttonClass}>
        <ChevronsUpDown aria-hidden="true" />
      </Base.Trigger>
    </span>
  );
}

function ComboboxList<T extends string>({ loading, problem }: { loading: boolean; problem: string | undefined }) {
  const { t } = useTexts();
  const status = problem ?? (loading ? t('ui.loading') : null);
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={6} align="start" className="z-50">
        <Base.Popup
          aria-busy={loading || undefined}
          className={cx(optionsClass, 'max-h-[min(24rem,var(--available-height))]')}
        >
          <Base.Status>
            {status && <span className="block px-3 py-2.5 text-fg-muted text-small">{status}</span>}
          </Base.Status>
          <Base.Empty>
            {!status && <span className="block px-3 py-2.5 text-fg-muted text-small">{t('ui.combobox.nothing')}</span>}
          </Base.Empty>
          <Base.List>
            {(option: SelectOption<T>) => (
              <Base.Item key={option.value} value={option} className={popupItemClass()}>
                {option.icon}
                <span className="min-w-0 grow truncate">{option.label}</span>
                <Base.ItemIndicator>
                  <Check aria-hidden="true" className="size-4.5 text-ember-text" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
