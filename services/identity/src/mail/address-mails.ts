import type { Language } from '@tribus/kit/core/language.ts';
import { linkMail, type MailContent } from './content.ts';

/** Notifies a former address that was never verified, and may be a stranger's: it gets no link to the account. */
export const releasedAddressMail = (language: Language, url: string): MailContent =>
  linkMail(
    {
      es: [
        'Esta dirección ya no está en ninguna cuenta',
        'Una cuenta de Tribus tenía esta dirección, que nadie había confirmado, y ahora usa otra. No tienes que hacer nada.',
        'Si la cuenta es tuya y no la has cambiado, escríbenos desde esta dirección.',
        'Escribir a Tribus',
      ],
      en: [
        'This address is no longer in any account',
        'An account at Tribus had this address, which nobody had confirmed, and uses another one now. There is nothing to do.',
        'If the account is yours and you did not change it, write to us from this address.',
        'Write to Tribus',
      ],
      zh: [
        '此邮箱已不属于任何账号',
        '有一个 Tribus 账号曾使用此邮箱，但一直没有验证，现在该账号已改用其他邮箱。你无需操作。',
        '如果那是你的账号，而更改不是你本人操作，请用此邮箱联系我们。',
        '联系 Tribus',
      ],
    },
    language,
    url,
  );

/** Notifies the former address of an account that an admin replaced it. Names no address: the new one is private. */
export const replacedAddressMail = (language: Language, url: string): MailContent =>
  linkMail(
    {
      es: [
        'Un administrador ha cambiado el correo de tu cuenta',
        'Un administrador de Tribus ha puesto otro correo en tu cuenta. Esta dirección ya no sirve para entrar, y todas las sesiones se han cerrado.',
        'Si no lo has pedido, escríbenos desde esta dirección y lo revisamos.',
        'Escribir a Tribus',
      ],
      en: [
        'An administrator has changed the email address of your account',
        'An administrator of Tribus has given your account another email address. This one no longer signs in, and all sessions were ended.',
        'If you did not ask for it, write to us from this address, and we will look into it.',
        'Write to Tribus',
      ],
      zh: [
        '管理员更改了你的账号邮箱',
        'Tribus 管理员为你的账号设置了另一个邮箱。此邮箱不能再用于登录，所有登录均已退出。',
        '如果不是你要求的，请用此邮箱联系我们，我们会核实。',
        '联系 Tribus',
      ],
    },
    language,
    url,
  );
