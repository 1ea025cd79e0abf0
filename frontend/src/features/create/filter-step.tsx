import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { DraftFile } from '../../lib/draft-files.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import type { CreateFields } from './fields.ts';
import {
  amountDefault,
  amountMax,
  clampAmount,
  effects,
  type FilterType,
  filterTypes,
  isPlain,
  type Look,
  overlays,
  plainLook,
} from './look.ts';
import { LookCanvas, usePixels } from './look-canvas.tsx';
import { LookSwatches } from './look-swatches.tsx';

interface FilterStepProps {
  pictures: readonly DraftFile[];
  fields: CreateFields;
  onChange: (change: Partial<CreateFields>) => void;
}

/** Step 1: one look for all pictures, shown on the chosen one. */
export function FilterStep({ pictures, fields, onChange }: FilterStepProps) {
  const { t } = useTexts('create', 'members');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = pictures.find(({ id }) => id === chosenId) ?? pictures[0];
  return (
    // On a phone in landscape the picture stays beside the choices: below each other only one of them would fit.
    <div className="grid grid-cols-1 gap-5 max-lg:landscape:grid-cols-2 max-lg:landscape:items-start">
      <div className="sticky top-0 z-10 -mx-6 grid grid-cols-1 bg-surface px-6 pb-2 max-lg:landscape:mr-0 max-lg:landscape:pr-0">
        {chosen && <Shown pictures={pictures} chosen={chosen} onChoose={setChosenId} look={fields} />}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-5">
        <LookChoices file={chosen?.file} look={fields} onChange={onChange} />
        <Button variant="ghost" size="sm" disabled={isPlain(fields)} onClick={() => onChange(plainLook)}>
          {t('create.filter.reset')}
        </Button>
      </div>
    </div>
  );
}

interface ShownProps {
  pictures: readonly DraftFile[];
  chosen: DraftFile;
  onChoose: (id: string) => void;
  look: Look;
}

/** The chosen picture with its look, or the original while the button is held, and the others to choose. */
function Shown({ pictures, chosen, onChoose, look }: ShownProps) {
  const { t } = useTexts('create', 'members');
  const [compares, setCompares] = useState(false);
  const nameOf = (at: number) => t('create.filter.picture', { number: at + 1, total: pictures.length });
  return (
    <div className="grid grid-cols-1 justify-items-center gap-2 [--frame-h:max(34dvh,12rem)] max-lg:landscape:[--frame-h:max(30dvh,7rem)]">
      <LookCanvas
        key={chosen.id}
        file={chosen.file}
        look={compares ? plainLook : look}
        label={nameOf(pictures.indexOf(chosen))}
        fit="frame"
        className="rounded-md"
      >
        <CompareButton active={compares} onChange={setCompares} disabled={isPlain(look)} />
      </LookCanvas>
      {pictures.length > 1 && (
        <ul aria-label={t('posts.pictures')} className="flex w-full justify-center gap-1.5">
          {pictures.map(({ id, file }, at) => (
            <li key={id} className="min-w-0 max-w-12 flex-1">
              <button
                type="button"
                aria-label={nameOf(at)}
                aria-current={id === chosen.id || undefined}
                onClick={() => onChoose(id)}
                className={cx('focus-ring block w-full rounded-sm', id === chosen.id && 'outline-2 outline-ember-text')}
              >
                <LookCanvas
                  file={file}
                  look={look}
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

interface LookChoicesProps {
  /** The picture on which the choices are previewed. */
  file: File | undefined;
  look: Look;
  onChange: (change: Partial<Look>) => void;
}

/** The parts of the look: each value is shown on the picture, with the other parts as they are chosen. */
function LookChoices({ file, look, onChange }: LookChoicesProps) {
  const { t } = useTexts('create', 'members');
  const source = usePixels(file, 'small');
  const { filter, effect, overlay } = look;
  const filterOf = (type: FilterType) => (type === filter.type ? filter : { type, amount: amountDefault });
  return (
    <>
      <LookSwatches
        name="filter"
        legend={t('create.filter.type')}
        values={filterTypes}
        chosen={filter.type}
        onChoose={(type) => onChange({ filter: filterOf(type) })}
        text={(type) => t(`create.filter.types.${type}`)}
        source={source}
        lookOf={(type) => ({ ...look, filter: filterOf(type) })}
      />
      {filter.type !== 'none' && (
        <AmountField amount={filter.amount} onChange={(amount) => onChange({ filter: { ...filter, amount } })} />
      )}
      <LookSwatches
        name="effect"
        legend={t('create.filter.effect')}
        values={effects}
        chosen={effect}
        onChoose={(next) => onChange({ effect: next })}
        text={(each) => t(`create.filter.effects.${each}`)}
        source={source}
        lookOf={(each) => ({ ...look, effect: each })}
      />
      <LookSwatches
        name="overlay"
        legend={t('create.filter.overlay')}
        values={overlays}
        chosen={overlay}
        onChoose={(next) => onChange({ overlay: next })}
        text={(each) => t(`create.filter.overlays.${each}`)}
        source={source}
        lookOf={(each) => ({ ...look, overlay: each })}
      />
    </>
  );
}

function AmountField({ amount, onChange }: { amount: number; onChange: (amount: number) => void }) {
  const { t } = useTexts('create', 'members');
  const format = useFormat();
  return (
    <label className="-mt-2 grid gap-1 font-medium text-small">
      <span className="flex justify-between gap-3">
        {t('create.filter.amount')}
        <output className="tabular text-fg-muted">{format.number(amount)}</output>
      </span>
      <input
        type="range"
        aria-label={t('create.filter.amount')}
        min={0}
        max={amountMax}
        step={1}
        value={amount}
        onChange={({ target }) => onChange(clampAmount(Number(target.value)))}
        className="h-8 w-full accent-ember"
      />
    </label>
  );
}
