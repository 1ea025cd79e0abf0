import { defineErrors } from '@tribus/kit/core/errors.ts';

/** Errors that only the gateway returns. */
export const errors = defineErrors({
  method_not_allowed: {
    status: 405,
    es: 'Este método no se admite aquí.',
    en: 'This method is not allowed here.',
    zh: '此处不支持该方法。',
  },
  head_too_large: {
    status: 431,
    es: 'La dirección o las cabeceras de la petición son demasiado largas.',
    en: 'The address or the headers of the request are too long.',
    zh: '请求的地址或标头过长。',
  },
  too_many_messages: {
    status: 429,
    es: 'Se han enviado demasiados mensajes desde tu conexión. Vuelve a intentarlo en {minutes} min.',
    en: 'Too many messages were sent from your connection. Try again in {minutes} min.',
    zh: '你的网络发送的消息过多，请在 {minutes} 分钟后再试。',
  },
  terms_not_accepted: {
    status: 403,
    es: 'Debe aceptar los términos de uso para continuar',
    en: 'You must accept the terms of use to continue',
    zh: '您必须接受使用条款才能继续',
  },
  web_app_missing: {
    status: 404,
    es: 'La aplicación web no está construida aquí.',
    en: 'The web app has not been built here.',
    zh: '此处尚未构建网页应用。',
  },
});
