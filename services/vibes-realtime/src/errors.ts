import { defineErrors } from '@tribus/kit/core/errors.ts';

/** Errors of live reactions and streams. */
export const errors = defineErrors({
  emoji_invalid: {
    status: 400,
    es: 'Envía exactamente un emoji.',
    en: 'Send exactly one emoji.',
    zh: '请只发送一个表情符号。',
  },
  ticket_invalid: {
    status: 401,
    es: 'El acceso a la transmisión ha caducado.',
    en: 'The access to the stream has expired.',
    zh: '实时连接凭证已失效。',
  },
  too_many_streams: {
    status: 429,
    es: 'Hay demasiadas conexiones abiertas.',
    en: 'Too many connections are open.',
    zh: '打开的连接过多。',
  },
});
