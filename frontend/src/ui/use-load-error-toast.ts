import type { CodeError } from '../lib/code.ts';
import { useTexts } from '../lib/i18n.ts';
import { toast } from './toast.tsx';

/** Shows why a part of the app could not be opened when its code failed to load. */
export function useLoadErrorToast(): (error: CodeError) => void {
  const { t } = useTexts();
  return ({ kind }) => toast(t(`crash.${kind}Text`), { tone: 'bad' });
}
