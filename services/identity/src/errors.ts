import { defineErrors } from '@tribus/kit/runtime/errors.ts';
import { passwordMax, passwordMin } from '../limits.ts';

/** What can go wrong with accounts, sessions and follows. */
export const errors = defineErrors({
  email_invalid: {
    status: 400,
    es: 'El correo electrónico no es válido.',
    en: 'The e-mail address is not valid.',
    zh: '电子邮箱地址无效。',
  },
  password_too_short: {
    status: 400,
    es: `La contraseña debe tener al menos ${passwordMin} caracteres.`,
    en: `The password must have at least ${passwordMin} characters.`,
    zh: `密码至少需要 ${passwordMin} 个字符。`,
  },
  password_too_long: {
    status: 400,
    es: `La contraseña puede tener como máximo ${passwordMax} caracteres.`,
    en: `The password can have at most ${passwordMax} characters.`,
    zh: `密码最多 ${passwordMax} 个字符。`,
  },
  credentials_missing: {
    status: 400,
    es: 'Escribe tu correo electrónico y tu contraseña.',
    en: 'Enter your e-mail address and your password.',
    zh: '请输入电子邮箱和密码。',
  },
  wrong_credentials: {
    status: 401,
    es: 'El correo electrónico o la contraseña no son correctos.',
    en: 'The e-mail address or the password is not right.',
    zh: '电子邮箱或密码不正确。',
  },
  too_many_attempts: {
    status: 429,
    es: 'Demasiados intentos. Espera un poco y vuelve a probar.',
    en: 'Too many attempts. Wait a little and try again.',
    zh: '尝试次数过多，请稍后再试。',
  },
  email_taken: {
    status: 409,
    es: 'Ya existe una cuenta con este correo electrónico.',
    en: 'There is already an account with this e-mail address.',
    zh: '该电子邮箱已被注册。',
  },
  signup_disabled: {
    status: 403,
    es: 'Registro temporalmente deshabilitado.',
    en: 'Sign-up is temporarily disabled.',
    zh: '注册功能暂时关闭。',
  },
  terms_not_accepted: {
    status: 403,
    es: 'Debe aceptar los términos de uso para continuar',
    en: 'You must accept the terms of use to continue',
    zh: '您必须接受使用条款才能继续',
  },
  account_suspended: {
    status: 403,
    es: 'Esta cuenta está suspendida.',
    en: 'This account is suspended.',
    zh: '该账号已被停用。',
  },
  cannot_follow_self: {
    status: 400,
    es: 'No puedes seguirte a ti mismo.',
    en: 'You cannot follow yourself.',
    zh: '不能关注自己。',
  },
});
