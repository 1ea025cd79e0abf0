import type { Catalogue } from '@tribus/kit/core/errors.ts';
import { appealMax, appealMin } from '../limits.ts';

/** Errors of site settings, sanctions and appeals. */
export const adminErrors = {
  ad_address_invalid: {
    status: 400,
    es: 'La dirección de un script empieza por https://',
    en: 'The address of a script begins with https://',
    zh: '脚本地址必须以 https:// 开头',
  },
  ad_missing: {
    status: 400,
    es: 'Escribe primero el anuncio que se muestra.',
    en: 'Write the ad to show first.',
    zh: '请先填写要展示的广告。',
  },
  mail_host_private: {
    status: 400,
    es: 'Ese servidor no está en la red pública y no está permitido.',
    en: 'That server is not on the public network, and it is not allowed.',
    zh: '该服务器不在公网上，且未被允许。',
  },
  mail_sender_missing: {
    status: 400,
    es: 'Escribe la dirección desde la que salen los correos.',
    en: 'Enter the address that mail is sent from.',
    zh: '请输入发件地址。',
  },
  mail_password_needed: {
    status: 400,
    es: 'Es otro servidor: escribe también su contraseña.',
    en: 'That is another server: enter its password, too.',
    zh: '这是另一台服务器：请同时输入其密码。',
  },
  cannot_sanction_self: {
    status: 400,
    es: 'No puedes sancionarte a ti mismo.',
    en: 'You cannot sanction yourself.',
    zh: '不能处罚自己。',
  },
  sanction_end_past: {
    status: 400,
    es: 'La fecha de fin tiene que estar en el futuro.',
    en: 'The end must lie in the future.',
    zh: '结束时间必须在未来。',
  },
  sanction_active: {
    status: 409,
    es: 'Esta persona ya tiene una sanción de este tipo.',
    en: 'This person already has a sanction of this kind.',
    zh: '该用户已有此类处罚。',
  },
  sanction_ended: {
    status: 409,
    es: 'Esta sanción ya ha terminado.',
    en: 'This sanction is over already.',
    zh: '该处罚已结束。',
  },
  appeal_length: {
    status: 400,
    es: `Escribe entre ${appealMin} y ${appealMax} caracteres.`,
    en: `Write between ${appealMin} and ${appealMax} characters.`,
    zh: `请输入 ${appealMin} 到 ${appealMax} 个字符。`,
  },
  appeal_made: {
    status: 409,
    es: 'Ya has pedido una revisión.',
    en: 'You have already asked for a review.',
    zh: '你已申请过复核。',
  },
  appeal_answered: {
    status: 409,
    es: 'Esta petición ya tiene respuesta.',
    en: 'This request has been answered already.',
    zh: '该申请已得到答复。',
  },
  appeal_proof_invalid: {
    status: 400,
    es: 'Inicia sesión de nuevo para pedir la revisión.',
    en: 'Sign in again to ask for the review.',
    zh: '请重新登录后再申请复核。',
  },
} satisfies Catalogue;
