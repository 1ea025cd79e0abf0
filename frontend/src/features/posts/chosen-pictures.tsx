import { X } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { usePictures } from './use-pictures.ts';

/** What was chosen, small, each with a way back. */
export function ChosenPictures({ pictures }: { pictures: ReturnType<typeof usePictures> }) {
  const { t } = useTexts();
  if (pictures.list.length === 0) return null;
  return (
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6">
      {pictures.list.map(({ id, file }, index) => (
        <li key={id} className="relative aspect-square animate-rise overflow-hidden rounded-sm bg-hover">
          <Preview file={file} />
          <IconButton
            size="sm"
            tip="none"
            label={t('posts.removePicture', { number: index + 1 })}
            icon={<X />}
            onClick={() => pictures.remove(id)}
            className="absolute top-1 right-1 bg-scrim text-fg"
          />
        </li>
      ))}
    </ul>
  );
}

function Preview({ file }: { file: File }) {
  const url = usePreview(file);
  return url && <img src={url} alt={file.name} className="size-full object-cover" />;
}
