import type { RefusalReason } from '../ui/files/file-rules.ts';
import { useTexts } from './i18n.ts';

/** Returns the sentence about a picture that was refused. */
export function usePictureProblem(maxMb: number): (reason: Exclude<RefusalReason, 'count'>) => string {
  const { t } = useTexts('members');
  return (reason) => {
    if (reason === 'empty') return t('pictures.empty');
    return t(reason === 'size' ? 'pictures.tooLarge' : 'pictures.wrongType', { max: maxMb });
  };
}
