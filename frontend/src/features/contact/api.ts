import type { Params } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';

export type ContactForm = Params<'post', '/contact'>['body'];

/** Sends a message to the team; idempotent by its key. */
export function useSendContactForm() {
  return useMutation({
    mutationFn: ({ form, key }: { form: ContactForm; key: string }) =>
      http.post('/contact', { body: form, idempotencyKey: key }),
  });
}
