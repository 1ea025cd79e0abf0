import type { RefObject } from 'react';

export interface FileInputProps {
  /** For a button that opens the file picker by a click on it. */
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  /** MIME types. */
  types: readonly string[];
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** The hidden input of a button that opens the file picker. */
export const FileInput = ({ ref, label, types, multiple, onFiles }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    accept={types.join()}
    multiple={multiple}
    hidden
    aria-label={label}
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])]);
      // So that the same file can be chosen again.
      target.value = '';
    }}
  />
);
