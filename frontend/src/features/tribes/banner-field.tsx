import { imageTypes } from '@limits/media';
import { bannerMaxMb } from '@limits/tribes';
import { useTexts } from '../../lib/i18n.ts';
import { PictureField } from '../../ui/files/picture-field.tsx';

interface BannerFieldProps {
  /** The chosen one, not yet sent. */
  file: File | null;
  /** The present one. */
  url: string | null;
  /** Gets null when the chosen one is taken away. */
  onPick: (file: File | null) => void;
}

const rules = { types: imageTypes, maxMb: bannerMaxMb };

/** The banner of a tribe, shown in its place. */
export function BannerField(props: BannerFieldProps) {
  const { t } = useTexts('members');
  return (
    <PictureField
      {...props}
      label={t('tribes.banner')}
      alt={t('tribes.bannerChosen')}
      rules={rules}
      problemText={(reason) =>
        reason === 'size' ? t('pictures.tooLarge', { max: bannerMaxMb }) : t('pictures.wrongType')
      }
    />
  );
}
