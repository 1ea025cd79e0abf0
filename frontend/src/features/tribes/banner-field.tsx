import { imageTypes } from '@limits/media';
import { bannerMaxMb } from '@limits/tribes';
import { useTexts } from '../../lib/i18n.ts';
import { usePictureProblem } from '../../lib/use-picture-problem.ts';
import { PictureField } from '../../ui/files/picture-field.tsx';

interface BannerFieldProps {
  /** The chosen picture, not yet sent. */
  file: File | null;
  /** The current picture. */
  url: string | null;
  /** Receives null when the chosen picture is removed. */
  onPick: (file: File | null) => void;
  onRefused?: () => void;
}

const rules = { types: imageTypes, maxMb: bannerMaxMb };

/** The banner field of a tribe, at its real size. */
export function BannerField(props: BannerFieldProps) {
  const { t } = useTexts('members');
  const problemText = usePictureProblem(bannerMaxMb);
  return (
    <PictureField
      {...props}
      label={t('tribes.banner')}
      alt={t('tribes.bannerChosen')}
      rules={rules}
      problemText={problemText}
    />
  );
}
