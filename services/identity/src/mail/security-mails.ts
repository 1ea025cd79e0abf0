import type { Language, Texts } from '@tribus/kit/core/language.ts';
import { linkMail, type MailContent } from './content.ts';
import { timeInMail } from './time.ts';

export const securityEvents = [
  'new_device',
  'password_changed',
  'second_factor_on',
  'second_factor_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'google_linked',
  'data_exported',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

interface Words {
  heading: Texts;
  /** Explanation of the event. */
  text: Texts;
}

const words: Readonly<Record<SecurityEvent, Words>> = {
  new_device: {
    heading: {
      es: 'Has entrado desde un dispositivo nuevo',
      en: 'A sign-in from a new device',
      zh: '新设备登录提醒',
    },
    text: {
      es: 'Alguien acaba de entrar en tu cuenta desde un dispositivo que no conocíamos.',
      en: 'Somebody has just signed in to your account from a device that we did not know.',
      zh: '有人刚刚用一台新设备登录了你的账号。',
    },
  },
  password_changed: {
    heading: { es: 'Tu contraseña ha cambiado', en: 'Your password was changed', zh: '你的密码已更改' },
    text: {
      es: 'La contraseña de tu cuenta se acaba de cambiar y las demás sesiones se han cerrado.',
      en: 'The password of your account has just been changed, and its other sessions were ended.',
      zh: '你的账号密码刚刚被更改，其他登录均已退出。',
    },
  },
  second_factor_on: {
    heading: {
      es: 'Verificación en dos pasos activada',
      en: 'Two-step verification is on',
      zh: '两步验证已开启',
    },
    text: {
      es: 'Desde ahora, al entrar te pediremos también un código de tu aplicación.',
      en: 'From now on we also ask for a code of your app when you sign in.',
      zh: '从现在起，登录时还需要输入验证器应用中的验证码。',
    },
  },
  second_factor_off: {
    heading: {
      es: 'Verificación en dos pasos desactivada',
      en: 'Two-step verification is off',
      zh: '两步验证已关闭',
    },
    text: {
      es: 'Desde ahora, para entrar en tu cuenta basta con el primer paso.',
      en: 'From now on the first step is enough to sign in to your account.',
      zh: '从现在起，登录你的账号不再需要验证码。',
    },
  },
  recovery_codes_renewed: {
    heading: { es: 'Códigos de recuperación nuevos', en: 'New recovery codes', zh: '恢复码已更换' },
    text: {
      es: 'Se han creado códigos de recuperación nuevos para tu cuenta. Los anteriores ya no sirven.',
      en: 'New recovery codes were made for your account. The earlier ones no longer work.',
      zh: '你的账号已生成新的恢复码，之前的恢复码不再有效。',
    },
  },
  recovery_code_used: {
    heading: {
      es: 'Se ha usado un código de recuperación',
      en: 'A recovery code was used',
      zh: '有人使用了恢复码',
    },
    text: {
      es: 'Alguien acaba de usar uno de tus códigos de recuperación en lugar de la aplicación. Ese código ya no sirve.',
      en: 'Somebody has just used one of your recovery codes instead of the app. That code no longer works.',
      zh: '有人刚刚用你的一个恢复码代替了验证器应用。该恢复码不再有效。',
    },
  },
  passkey_added: {
    heading: { es: 'Nueva llave de acceso', en: 'A new passkey', zh: '已添加新的通行密钥' },
    text: {
      es: 'Se ha añadido una llave de acceso a tu cuenta: con ella se entra sin contraseña.',
      en: 'A passkey was added to your account: it signs in without a password.',
      zh: '你的账号添加了一个通行密钥，可用它免密码登录。',
    },
  },
  passkey_removed: {
    heading: { es: 'Llave de acceso eliminada', en: 'A passkey was removed', zh: '通行密钥已删除' },
    text: {
      es: 'Se ha eliminado una llave de acceso de tu cuenta: con ella ya no se puede entrar.',
      en: 'A passkey was removed from your account: it no longer signs in.',
      zh: '你的账号删除了一个通行密钥，它不能再用于登录。',
    },
  },
  google_linked: {
    heading: { es: 'Google enlazado con tu cuenta', en: 'Google was linked to your account', zh: '已关联 Google 账号' },
    text: {
      es: 'Desde ahora también se puede entrar en tu cuenta con la cuenta de Google de este correo.',
      en: 'From now on the Google account of this address signs in to your account, too.',
      zh: '从现在起，也可以用此邮箱的 Google 账号登录你的账号。',
    },
  },
  data_exported: {
    heading: {
      es: 'La copia de tus datos está lista',
      en: 'The copy of your data is ready',
      zh: '你的数据副本已准备好',
    },
    text: {
      es: 'Desde tu cuenta se ha pedido una copia de tus datos. Se puede descargar durante 48 horas, solo con tu sesión.',
      en: 'A copy of your data was asked for from your account. It can be downloaded for 48 hours, with your session only.',
      zh: '你的账号申请了一份数据副本。48 小时内可以下载，且仅限你本人登录后下载。',
    },
  },
};

const facts: Readonly<Record<Language, { when: string; device: string; unknown: string; on: string }>> = {
  es: { when: 'Cuándo', device: 'Dispositivo', unknown: 'desconocido', on: 'en' },
  en: { when: 'When', device: 'Device', unknown: 'unknown', on: 'on' },
  zh: { when: '时间', device: '设备', unknown: '未知', on: '·' },
};

const notYou: Texts = {
  es: 'Si has sido tú, no tienes que hacer nada. Si no, cambia tu contraseña y cierra las demás sesiones.',
  en: 'If it was you, there is nothing to do. If not, change your password and end the other sessions.',
  zh: '如果是你本人，无需操作。如果不是，请更改密码并退出其他登录。',
};

const look: Texts = { es: 'Revisar la seguridad', en: 'Review security', zh: '查看账号安全' };

interface SecurityFacts {
  at: string;
  browser: string;
  system: string;
  url: string;
  /** Time zone of the recipient; null when unknown. */
  timeZone: string | null;
}

/** Notifies the owner of an account of a change of its protection, in their language. */
export function securityMail(
  event: SecurityEvent,
  language: Language,
  { at, browser, system, url, timeZone }: SecurityFacts,
): MailContent {
  const { heading, text } = words[event];
  const { when, device, unknown, on } = facts[language];
  const name = [browser, system].filter(Boolean).join(` ${on} `) || unknown;
  return {
    subject: `${heading[language]} · Tribus`,
    heading: heading[language],
    paragraphs: [
      text[language],
      `${when}: ${timeInMail(language, new Date(at), timeZone)}`,
      `${device}: ${name}`,
      notYou[language],
    ],
    action: { label: look[language], url },
  };
}

/** Asks the owner of an address to confirm it for an account. */
export const emailChangeMail = (language: Language, url: string): MailContent =>
  linkMail(
    {
      es: [
        'Confirma tu nuevo correo',
        'Alguien quiere usar esta dirección para entrar en su cuenta de Tribus.',
        'El enlace vale una hora. Si no has sido tú, no hagas nada: sin él no cambia nada.',
        'Usar este correo',
      ],
      en: [
        'Confirm your new email address',
        'Somebody wants to use this address for their account at Tribus.',
        'The link works for an hour. If it was not you, do nothing: without it nothing changes.',
        'Use this address',
      ],
      zh: [
        '确认你的新邮箱',
        '有人希望将此邮箱用于其 Tribus 账号。',
        '链接一小时内有效。如果不是你本人，请忽略此邮件，不会有任何更改。',
        '使用此邮箱',
      ],
    },
    language,
    url,
  );

/** Notifies the former address of the change and how to undo it. */
export const emailChangedMail = (language: Language, url: string): MailContent =>
  linkMail(
    {
      es: [
        'El correo de tu cuenta ha cambiado',
        'Esta dirección ya no sirve para entrar en tu cuenta de Tribus.',
        'Si no has sido tú, deshaz el cambio: el correo vuelve a ser este, se cierran todas las sesiones y eliges una contraseña nueva. El enlace vale siete días.',
        'Deshacer el cambio',
      ],
      en: [
        'The email address of your account has changed',
        'This address no longer signs in to your account at Tribus.',
        'If it was not you, undo the change: the address becomes this one again, all sessions end and you choose a new password. The link works for seven days.',
        'Undo the change',
      ],
      zh: [
        '你的账号邮箱已更改',
        '此邮箱不能再用于登录你的 Tribus 账号。',
        '如果不是你本人操作，请撤销更改：邮箱将恢复为此邮箱，所有登录都会退出，并需设置新密码。链接七天内有效。',
        '撤销更改',
      ],
    },
    language,
    url,
  );
