import type { Language } from '@tribus/kit/core/language.ts';
import type { MailContent } from './content.ts';

/** Texts of mails about a mailbox and its account. They contain no name, because names are user input. */
const texts = {
  verification: {
    es: {
      subject: 'Confirma tu correo en Tribus',
      heading: 'Confirma tu correo',
      paragraphs: [
        'Con esta dirección se ha creado una cuenta en Tribus. Confírmala para poder recuperar tu cuenta si olvidas la contraseña.',
        'El enlace funciona una sola vez, durante dos días. Si no has sido tú, ábrelo y dínoslo: borraremos esa cuenta y nadie usará tu dirección.',
      ],
      label: 'Confirmar mi correo',
    },
    en: {
      subject: 'Confirm your email address at Tribus',
      heading: 'Confirm your email address',
      paragraphs: [
        'An account at Tribus was created with this address. Confirm it, so that you can get back in if you forget your password.',
        'The link works once, for two days. If it was not you, open it and tell us: we will delete that account, and nobody will use your address.',
      ],
      label: 'Confirm my address',
    },
    zh: {
      subject: '请验证你的 Tribus 邮箱',
      heading: '验证你的邮箱',
      paragraphs: [
        '有人使用此邮箱地址在 Tribus 注册了账号。完成验证后，忘记密码时就能找回账号。',
        '链接两天内有效，仅可使用一次。如果不是你本人操作，请打开链接告诉我们，我们会删除该账号，不让他人使用你的邮箱。',
      ],
      label: '验证邮箱',
    },
  },
  replaced: {
    es: {
      subject: 'Confirma el nuevo correo de tu cuenta de Tribus',
      heading: 'Confirma tu nuevo correo',
      paragraphs: [
        'Un administrador de Tribus ha puesto esta dirección en tu cuenta: desde ahora entras con ella. Confírmala para poder recuperar tu cuenta si olvidas la contraseña.',
        'El enlace funciona una sola vez, durante dos días. Si no tienes cuenta en Tribus, no lo abras: escríbenos desde la página de contacto.',
      ],
      label: 'Confirmar mi correo',
    },
    en: {
      subject: 'Confirm the new email address of your account at Tribus',
      heading: 'Confirm your new email address',
      paragraphs: [
        'An administrator of Tribus has given your account this address: you sign in with it from now on. Confirm it, so that you can get back in if you forget your password.',
        'The link works once, for two days. If you have no account at Tribus, do not open it: write to us from the contact page.',
      ],
      label: 'Confirm my address',
    },
    zh: {
      subject: '请验证你的 Tribus 账号新邮箱',
      heading: '验证你的新邮箱',
      paragraphs: [
        'Tribus 管理员已将此邮箱设为你的账号邮箱，从现在起请用它登录。完成验证后，忘记密码时就能找回账号。',
        '链接两天内有效，仅可使用一次。如果你没有 Tribus 账号，请不要打开链接，并通过联系页面告诉我们。',
      ],
      label: '验证邮箱',
    },
  },
  reset: {
    es: {
      subject: 'Elige una contraseña nueva para Tribus',
      heading: 'Elige una contraseña nueva',
      paragraphs: [
        'Alguien ha pedido cambiar la contraseña de tu cuenta en Tribus. Al cambiarla se cierran todas tus sesiones.',
        'El enlace funciona una sola vez, durante una hora. Si no has sido tú, no hagas nada: tu contraseña sigue siendo la misma.',
      ],
      label: 'Elegir contraseña',
    },
    en: {
      subject: 'Choose a new password for Tribus',
      heading: 'Choose a new password',
      paragraphs: [
        'Somebody asked to change the password of your account at Tribus. When it changes, you are signed out everywhere.',
        'The link works once, for an hour. If it was not you, do nothing: your password stays as it is.',
      ],
      label: 'Choose a password',
    },
    zh: {
      subject: '重设你的 Tribus 密码',
      heading: '设置新密码',
      paragraphs: [
        '有人请求更改你的 Tribus 账号密码。密码更改后，所有已登录的设备都会退出。',
        '链接一小时内有效，仅可使用一次。如果不是你本人操作，请忽略此邮件，你的密码不会改变。',
      ],
      label: '设置新密码',
    },
  },
} as const satisfies Record<string, Record<Language, MailContent & { label: string }>>;

/** A mail with a link to a page of this site. */
export function recoveryMail(kind: keyof typeof texts, language: Language, url: string): MailContent {
  const { label, ...content } = texts[kind][language];
  return { ...content, action: { label, url } };
}
