import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { popupItemClass } from './popup.ts';

interface MenuChoicesProps<V extends string | number> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: string }[];
}

/** Items of which one is selected, under a heading; choosing closes the menu. */
export function MenuChoices<V extends string | number>({ label, value, onChange, options }: MenuChoicesProps<V>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-3 pt-2 pb-1 text-caption text-fg-faint">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} closeOnClick className={popupItemClass()}>
            <span className="grow truncate">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check aria-hidden="true" className="size-4.5 text-ember-text" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}
