import { choiceInputClass } from '../../ui/choices.tsx';
import type { Look } from './look.ts';
import { LookPixels, type Source } from './look-canvas.tsx';

interface LookSwatchesProps<Value extends string> {
  /** Unique among the choices of the step. */
  name: string;
  legend: string;
  values: readonly Value[];
  chosen: Value;
  onChoose: (value: Value) => void;
  text: (value: Value) => string;
  /** The small picture that shows the values. */
  source: Source;
  lookOf: (value: Value) => Look;
}

/** Radio buttons for a part of the look, each of which shows the picture with it, in a row that scrolls sideways. */
export function LookSwatches<Value extends string>(props: LookSwatchesProps<Value>) {
  const { name, legend, values, chosen, onChoose, text, source, lookOf } = props;
  return (
    <fieldset className="grid min-w-0 grid-cols-1">
      <legend className="mb-1.5 font-medium text-small">{legend}</legend>
      <div data-base-ui-swipe-ignore="x" className="-mx-6 flex gap-3 overflow-x-auto px-6 py-1 [scrollbar-width:none]">
        {values.map((value) => (
          <label
            key={value}
            className="group relative grid shrink-0 cursor-pointer justify-items-center gap-1 rounded-md outline-ember-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className={choiceInputClass}
            />
            <span className="block size-16 overflow-hidden rounded-md bg-hover outline-ember-text group-has-checked:outline-2 group-has-checked:outline-offset-2">
              <LookPixels source={source} look={lookOf(value)} />
            </span>
            <span className="min-w-16 pt-0.5 text-center text-caption text-fg-muted group-has-checked:font-semibold group-has-checked:text-ember-text">
              {text(value)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
