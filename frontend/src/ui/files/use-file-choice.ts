import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import type { FileInputProps } from './file-input.tsx';
import { checkFiles, type FileRules, type Refusal } from './file-rules.ts';

export interface FileChoice {
  /** The files rejected the last time. */
  refused: readonly Refusal[];
  /** A drag with files is over the target. */
  over: boolean;
  /** Clears the messages about rejected files. */
  forgetRefused: () => void;
  /** Adds files from another source; those that do not match the rules are rejected. */
  take: (files: readonly File[]) => void;
  /** Opens the file picker of the system. */
  pick: () => void;
  /** For a `FileInput`. */
  inputProps: Pick<FileInputProps, 'ref' | 'onFiles'>;
  /** For the element that receives dropped and pasted files. */
  targetProps: {
    onDragEnter: (event: DragEvent) => void;
    onDragOver: (event: DragEvent) => void;
    onDragLeave: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
  };
}

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/**
 * Accepts files from the picker, a drop or the clipboard; `onFiles` receives those that match the rules. When none does,
 * `onRefused` is called. `divert` receives all files first and returns those that remain.
 */
export function useFileChoice(
  rules: FileRules,
  before: number,
  onFiles: (files: File[]) => void,
  onRefused: () => void = () => undefined,
  divert: (files: readonly File[]) => readonly File[] = (files) => files,
): FileChoice {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  // A drag enters and leaves every element inside the target: it is over while it has entered more elements than it
  // left.
  const [depth, setDepth] = useState(0);

  function add(all: readonly File[]): void {
    if (all.length === 0) return;
    const files = divert(all);
    const { taken, refused: others } = checkFiles(files, rules, before);
    setRefused(others);
    if (taken.length > 0) onFiles(taken);
    else if (files.length > 0) onRefused();
  }

  return {
    refused,
    over: depth > 0,
    forgetRefused: () => setRefused([]),
    take: add,
    pick: () => input.current?.click(),
    inputProps: { ref: input, onFiles: add },
    targetProps: {
      onDragEnter: (event) => bringsFiles(event) && setDepth((now) => now + 1),
      onDragOver: (event) => bringsFiles(event) && event.preventDefault(),
      onDragLeave: (event) => bringsFiles(event) && setDepth((now) => now - 1),
      onDrop: (event) => {
        if (!bringsFiles(event)) return;
        event.preventDefault();
        setDepth(0);
        add([...event.dataTransfer.files]);
      },
      onPaste: (event) => {
        // Not prevented, so that text on the clipboard beside the files is pasted too.
        add([...event.clipboardData.files]);
      },
    },
  };
}
