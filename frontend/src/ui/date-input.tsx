import { useTyped } from '../lib/use-typed.ts';
import { Input, type InputProps } from './input.tsx';

interface DateInputProps extends Omit<InputProps, 'type' | 'value' | 'onChange'> {
  /** A day as YYYY-MM-DD, or empty. */
  value: string;
  /** Called with a complete day while it is typed or chosen, and with an empty one when the person leaves the field. */
  onChange: (day: string) => void;
}

/** Typed years pass through 0002, 0020 and 0202. */
const FIRST_YEAR = '1000';

/** A field for a day whose value may be rendered later than the change, as that of an address. */
export function DateInput({ value, onChange, ...rest }: DateInputProps) {
  const { typed, setTyped, sent } = useTyped(value);
  const send = (day: string) => {
    sent.current = day;
    onChange(day);
  };
  return (
    <Input
      {...rest}
      type="date"
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value >= FIRST_YEAR) send(target.value);
      }}
      onBlur={() => {
        // A browser's calendar can clear the field; a day that is being typed is empty, too.
        if (typed === '' && value) send('');
        setTyped(null);
      }}
    />
  );
}
