import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Submission } from './path-api.ts';

interface FileLineProps {
  name: string;
  sizeBytes: number;
  children?: ReactNode;
}

/** A document by its name and size. */
export function FileLine({ name, sizeBytes, children }: FileLineProps) {
  const format = useFormat();
  return (
    <>
      <FileText aria-hidden="true" className="size-6 shrink-0 text-fg-muted" />
      <span className="grid min-w-0 grow">
        <bdi className="truncate font-semibold text-small">{name}</bdi>
        <span className="tabular text-caption text-fg-muted">{format.bytes(sizeBytes)}</span>
      </span>
      {children}
    </>
  );
}

/** A document attached to a submission, to be saved under its name. */
export function AttachedFile({ file: { url, name, sizeBytes } }: { file: NonNullable<Submission['file']> }) {
  const { t } = useTexts('challenges');
  return (
    <a
      href={url}
      download={name}
      className="focus-ring flex min-h-11 w-full max-w-md items-center gap-3 rounded-md bg-sunken p-3 hover:bg-hover"
    >
      <VisuallyHidden>{t('challenges.download')}</VisuallyHidden>
      <FileLine name={name} sizeBytes={sizeBytes} />
    </a>
  );
}
