import { useState } from 'react';
import Cropper, { type Area, type Point } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTexts } from '../../lib/i18n.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { Button } from '../../ui/button.tsx';
import { cutPicture } from './cut-picture.ts';

/** A picture, its position in the frame in pixels, and its enlargement from 1. */
export interface Cut {
  file: File;
  crop: Point;
  zoom: number;
}

interface AvatarCropProps {
  cut: Cut;
  onChange: (change: Partial<Cut>) => void;
  busy: boolean;
  onDone: (cropped: File) => void;
  onFailed: () => void;
  /** The file is not a picture, whatever its name. */
  onUnreadable: () => void;
  onBack: () => void;
}

/** A picture in a round frame: moved by dragging or the arrow keys, enlarged by wheel, fingers or the slider. */
export function AvatarCrop({ cut, onChange, busy, onDone, onFailed, onUnreadable, onBack }: AvatarCropProps) {
  const { t } = useTexts('profile');
  const { file, crop, zoom } = cut;
  const url = usePreview(file);
  const [area, setArea] = useState<Area | null>(null);
  const [cutting, setCutting] = useState(false);
  const isBusy = busy || cutting;
  const finish = (source: string, frame: Area) => {
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
            onCropChange={(moved) => onChange({ crop: moved })}
            onZoomChange={(wanted) => onChange({ zoom: wanted })}
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
          onChange={({ target }) => onChange({ zoom: Number(target.value) })}
          className="h-8 w-full accent-ember"
        />
      </label>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" disabled={isBusy} onClick={onBack}>
          {t('profile.avatar.back')}
        </Button>
        <Button variant="primary" loading={isBusy} disabled={!area} onClick={() => area && url && finish(url, area)}>
          {t('profile.avatar.use')}
        </Button>
      </div>
    </div>
  );
}
