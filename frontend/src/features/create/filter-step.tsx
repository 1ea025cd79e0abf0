import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CreateFields } from './fields.ts';
import { amountDefault, amountMax, clampAmount, effects, filterTypes, isPlain, overlays, plainLook } from './look.ts';
import { LookCanvas } from './look-canvas.tsx';
import type { ChosenPicture } from './parts.ts';

interface FilterStepProps {
  pictures: readonly ChosenPicture[];
  fields: CreateFields;
  onChange: (change: Partial<CreateFields>) => void;
}

/** Step 1: one look for all pictures, shown on the chosen one. */
export function FilterStep({ pictures, fields, onChange }: FilterStepProps) {
  const { t } = useTexts('create', 'members');
  if (pictures.length === 0) return <EmptyState title={t('create.filter.none')} text={t('create.filter.noneText')} />;
  return (
    // On a phone in landscape the picture stays beside the choices: below each other only one of them would fit.
    <div className="grid grid-cols-1 gap-5 max-lg:landscape:grid-cols-2 max-lg:landscape:items-start">
      <div className="grid grid-cols-1 max-lg:landscape:sticky max-lg:landscape:top-0">
        <Shown pictures={pictures} fields={fields} />
      </div>
      <div className="grid grid-cols-1 gap-5">
        <FilterChoice fields={fields} onChange={onChange} />
        <Choices
          name="effect"
          legend={t('create.filter.effect')}
          values={effects}
          chosen={fields.effect}
          onChoose={(effect) => onChange({ effect })}
          text={(effect) => t(`create.filter.effects.${effect}`)}
        />
        <Choices
          name="overlay"
          legend={t('create.filter.overlay')}
          values={overlays}
          chosen={fields.overlay}
          onChoose={(overlay) => onChange({ overlay })}
          text={(overlay) => t(`create.filter.overlays.${overlay}`)}
        />
        <Button variant="ghost" size="sm" disabled={isPlain(fields)} onClick={() => onChange(plainLook)}>
          {t('create.filter.reset')}
        </Button>
      </div>
    </div>
  );
}

/** The chosen picture with its look, or the original while the button is held, and the others to choose. */
function Shown({ pictures, fields }: Pick<FilterStepProps, 'pictures' | 'fields'>) {
  const { t } = useTexts('create', 'members');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [compares, setCompares] = useState(false);
  const index = Math.max(
    0,
    pictures.findIndex(({ id }) => id === chosenId),
  );
  const picture = pictures[index];
  if (!picture) return null;
  const nameOf = (at: number) => t('create.filter.picture', { number: at + 1, total: pictures.length });
  return (
    <div className="grid grid-cols-1 gap-2">
      <LookCanvas
        key={picture.id}
        file={picture.file}
        look={compares ? plainLook : fields}
        label={nameOf(index)}
        fit="contain"
        className="h-[38dvh] min-h-48 rounded-md max-lg:landscape:h-[30dvh] max-lg:landscape:min-h-28"
      >
        <CompareButton active={compares} onChange={setCompares} disabled={isPlain(fields)} />
      </LookCanvas>
      {pictures.length > 1 && (
        <ul aria-label={t('posts.pictures')} className="flex gap-1.5">
          {pictures.map(({ id, file }, at) => (
            <li key={id} className="min-w-0 max-w-16 flex-1">
              <button
                type="button"
                aria-label={nameOf(at)}
                aria-current={at === index || undefined}
                onClick={() => setChosenId(id)}
                className={cx('focus-ring block w-full rounded-sm', at === index && 'outline-2 outline-ember-text')}
              >
                <LookCanvas
                  file={file}
                  look={fields}
                  label={nameOf(at)}
                  size="small"
                  className="aspect-square rounded-sm"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface CompareButtonProps {
  active: boolean;
  disabled: boolean;
  onChange: (active: boolean) => void;
}

/** Shows the original while it is pressed, by pointer or keyboard. */
function CompareButton({ active, disabled, onChange }: CompareButtonProps) {
  const { t } = useTexts('create', 'members');
  const isPress = (key: string) => key === ' ' || key === 'Enter';
  return (
    <span data-theme="dark" className="absolute right-2 bottom-2">
      <button
        type="button"
        aria-pressed={active}
        disabled={disabled}
        onPointerDown={() => onChange(true)}
        onPointerUp={() => onChange(false)}
        onPointerLeave={() => onChange(false)}
        onPointerCancel={() => onChange(false)}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={({ key }) => isPress(key) && onChange(true)}
        onKeyUp={() => onChange(false)}
        onBlur={() => onChange(false)}
        className="focus-ring flex min-h-11 touch-none select-none items-center gap-2 rounded-full bg-scrim px-4 font-semibold text-fg text-small disabled:hidden"
      >
        <Eye aria-hidden="true" className="size-4.5" />
        {t('create.filter.original')}
      </button>
    </span>
  );
}

function FilterChoice({ fields: { filter }, onChange }: Omit<FilterStepProps, 'pictures'>) {
  const { t } = useTexts('create', 'members');
  const format = useFormat();
  return (
    <div className="grid grid-cols-1 gap-3">
      <Choices
        name="filter"
        legend={t('create.filter.type')}
        values={filterTypes}
        chosen={filter.type}
        onChoose={(type) => onChange({ filter: { type, amount: amountDefault } })}
        text={(type) => t(`create.filter.types.${type}`)}
      />
      {filter.type !== 'none' && (
        <label className="grid gap-1.5 font-medium text-small">
          <span className="flex justify-between gap-3">
            {t('create.filter.amount')}
            <output className="tabular text-fg-muted">{format.number(filter.amount)}</output>
          </span>
          <input
            type="range"
            aria-label={t('create.filter.amount')}
            min={0}
            max={amountMax}
            step={1}
            value={filter.amount}
            onChange={({ target }) =>
              onChange({ filter: { type: filter.type, amount: clampAmount(Number(target.value)) } })
            }
            className="h-8 w-full accent-ember"
          />
        </label>
      )}
    </div>
  );
}
