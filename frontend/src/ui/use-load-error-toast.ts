import { useTexts } from '../lib/i18n.ts';
import type { ChunkLoadError } from '../lib/load-chunk.ts';
import { toast } from './toast.tsx';

/** Shows an error when the code of a component failed to load. */
export function useLoadErrorToast(): (error: ChunkLoadError) => void {
  const { t } = useTexts();
  return ({ kind }) => toast(() => t(`crash.${kind}Text`), { tone: 'bad' });
}
