import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTexts } from '../../lib/i18n.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { Button } from '../../ui/button.tsx';
import { cutPicture } from './cut-picture.ts';

interface AvatarCropProps {
  file: File;
  busy: boolean;
  onDone: (cropped: File) => void;
  onFailed: () => void;
  /** The file is not a picture, whatever its name. */
  onUnreadable: () => void;
  onBack: () => void;
}

/** A picture in a round frame: moved by dragging or the arrow keys, enlarged by wheel, fingers or the slider. */
export function AvatarCrop({ file, busy, onDone, onFailed, onUnreadable, onBack }: AvatarCropProps) {
  const { t } = useTexts('profile');
  const url = usePreview(file);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [cutting, setCutting] = useState(false);
  const isBusy = busy || cutting;
  const cut = (source: string, frame: Area) => {
    setCutting(true);
    void cutPicture(source, frame, file)
      .then(onDone, onFailed)
      .finally(() => setCutting(false));
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <fieldset className="relative h-64 overflow-hidden rounded-lg bg-sunken" aria-label={t('profile.avatar.crop')}>
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            mediaProps={{ onError: onUnreadable }}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_share, pixels) => setArea(pixels)}
          />
        )}
      </fieldset>
      <label className="grid gap-1.5 font-medium text-small">
        {t('profile.avatar.zoom')}
        <input
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
          className="h-8 w-full accent-ember"
        />
      </label>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" disabled={isBusy} onClick={onBack}>
          {t('profile.avatar.back')}
        </Button>
        <Button variant="primary" loading={isBusy} disabled={!area} onClick={() => area && url && cut(url, area)}>
          {t('profile.avatar.use')}
        </Button>
      </div>
    </div>
  );
}
