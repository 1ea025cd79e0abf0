import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { Input } from '../../ui/input.tsx';
import { popupItemClass } from '../../ui/popup.ts';

export interface Suggestion {
  value: string;
  label: string;
}

interface SuggestInputProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  icon: ReactNode;
  placeholder?: string;
  limit?: number;
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly Suggestion[];
  onChoose: (value: string) => void;
}

/** The suggestion that a key moves to; -1 is none, the text as typed. */
export function moveChoice(key: string, active: number, count: number): number | null {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : -1;
  if (key === 'ArrowUp') return active === -1 ? count - 1 : active - 1;
  return null;
}

function useChoice(suggestions: readonly Suggestion[], onChoose: (value: string) => void) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && suggestions.length > 0;
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (value: string) => {
    onChoose(value);
    close();
  };
  const type = () => {
    setOpen(true);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    if (!shown || nativeEvent.isComposing) return;
    const next = moveChoice(key, active, suggestions.length);
    const chosen = suggestions[active];
    if (next !== null) setActive(next);
    else if (key === 'Enter' && chosen) choose(chosen.value);
    else if (key === 'Escape') close();
    else return;
    event.preventDefault();
    // The panel around the field would close too.
    event.stopPropagation();
  };
  return { shown, active, type, choose, close, onKeyDown };
}

/**
 * A text field with suggestions below it. Any text may stay: none is chosen until an arrow key or a press does it, and
 * Escape hides them. Written here because that of Base UI would add 14 KB of code to the create flow.
 */
export function SuggestInput({ suggestions, onChange, onChoose, ...field }: SuggestInputProps) {
  const id = useId();
  const { shown, active, type, choose, close, onKeyDown } = useChoice(suggestions, onChoose);
  return (
    <div className="relative">
      <Input
        {...field}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        onChange={({ target }) => {
          type();
          onChange(target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {shown && (
        <SuggestionList id={id} label={field.label} suggestions={suggestions} active={active} onChoose={choose} />
      )}
    </div>
  );
}

interface SuggestionListProps extends Pick<SuggestInputProps, 'label' | 'suggestions' | 'onChoose'> {
  id: string;
  active: number;
}

function SuggestionList({ id, label, suggestions, active, onChoose }: SuggestionListProps) {
  return (
    <div
      role="listbox"
      id={`${id}-list`}
      aria-label={label}
      className="absolute inset-x-0 top-full z-50 mt-1.5 max-h-56 overflow-y-auto rounded-lg bg-raised p-1.5 shadow-float"
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and keeps the focus
        <div
          key={suggestion.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion.value)}
          className={cx(popupItemClass(), 'hover:bg-hover', index === active && 'bg-hover')}
        >
          <bdi className="truncate">{suggestion.label}</bdi>
        </div>
      ))}
    </div>
  );
}
