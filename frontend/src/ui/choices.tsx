import { cx } from './cx.ts';

interface ChoicesProps<Value> {
  /** Unique among the choices of the form. */
  name: string;
  legend: string;
  values: readonly Value[];
  /** Undefined: nothing is chosen yet. */
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
  text: (value: Value) => string;
  /** Explanation of a value, below it. */
  about?: (value: Value) => string;
}

/** The label of a radio button that fills it; the button itself has `choiceInputClass`. */
export const choiceClass = cx(
  'relative flex min-h-11 cursor-pointer items-center rounded-md bg-sunken px-3 text-small outline-ember-text hover:bg-hover light:bg-ground',
  'has-checked:bg-ember-soft has-checked:text-ember-text has-checked:outline-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
);
export const choiceInputClass = 'absolute inset-0 size-full cursor-pointer appearance-none rounded-md opacity-0';

/** Radio buttons for a few values, all visible, in a row where they fit. */
export function Choices<Value extends string | number | null>({
  name,
  legend,
  values,
  chosen,
  onChoose,
  text,
  about,
}: ChoicesProps<Value>) {
  return (
    <fieldset className="grid grid-cols-1">
      <legend className="mb-1.5 font-medium text-small">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((value) => (
          <label key={value} className={cx(choiceClass, about && 'w-full py-2')}>
            <input
              type="radio"
              name={name}
              aria-label={about && text(value)}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className={choiceInputClass}
            />
            <span className="grid min-w-0">
              {text(value)}
              {about && <span className="text-pretty text-caption">{about(value)}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
