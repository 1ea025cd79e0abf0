import { searchMax } from '@limits/community';
import { Search } from 'lucide-react';
import { Input, type InputProps } from '../ui/input.tsx';

interface SearchInputProps extends Pick<InputProps, 'ref' | 'enterKeyHint' | 'end' | 'className'> {
  /** Shown in the empty field. */
  label: string;
  value: string;
  onType: (text: string) => void;
}

/** The field of a search. */
export const SearchInput = ({ label, onType, ...input }: SearchInputProps) => (
  <Input
    {...input}
    type="search"
    label={label}
    labelHidden
    placeholder={label}
    icon={<Search />}
    cutAt={searchMax}
    onChange={({ target }) => onType(target.value)}
  />
);
