import type { CodeError } from '../lib/code.ts';
import { useTexts } from '../lib/i18n.ts';
import { toast } from './toast.tsx';

/** Says that what was asked for could not be opened, because its code did not come. */
export function useSayCodeFailure(): (error: CodeError) => void {
  const { t } = useTexts();
  return ({ kind }) => toast(t(`crash.${kind}Text`), { tone: 'bad' });
}
