import type { Language } from '@tribus/kit/core/language.ts';
import type { MailContent } from './content.ts';

/** Notifies the former address of an account that an admin replaced it. Names no address: the new one is private. */
export const replacedAddressMail = (language: Language, url: string): MailContent => {
  const texts = {
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
  }[language];
  const [heading = '', what = '', wrong = '', label = ''] = texts;
  return { subject: `${heading} · Tribus`, heading, paragraphs: [what, wrong], action: { label, url } };
};
