import i18next from 'i18next';
import { toast } from '../ui/toast.tsx';
import { messageOf } from './http.ts';

/** Shows why a request failed: the server's sentence, else "Error". */
export const toastFailure = (error: unknown): void =>
  toast(() => messageOf(error, i18next.t('ui.error')), { tone: 'bad' });
