import type { Language } from '@tribus/kit/core/language.ts';
import type { RetainedSanction } from './store/retained-sanctions.ts';
import type { Sanction } from './store/sanctions.ts';

type OfKind = Readonly<Record<Sanction['kind'], string>>;

interface SanctionTexts {
  subject: OfKind;
  heading: OfKind;
  /** Consequences for the member. */
  effect: OfKind;
  reason: string;
  reasons: Readonly<Record<Sanction['reason'], string>>;
  until: (time: string) => string;
  forNow: string;
  mayAppeal: string;
  /** Texts of a sanction that continues after its account was deleted. */
  resumed: Readonly<Record<RetainedSanction['kind'], string>>;
  open: string;
  liftedSubject: string;
  lifted: OfKind;
  welcome: string;
  answeredSubject: string;
  appealLifted: string;
  appealUpheld: string;
}

/** Texts of mails about sanctions. */
export const sanctionTexts: Readonly<Record<Language, SanctionTexts>> = {
  es: {
    subject: {
      warning: 'Una advertencia del equipo de Tribus',
      silence: 'Tu cuenta de Tribus está en silencio',
      suspension: 'Tu cuenta de Tribus está suspendida',
    },
    heading: {
      warning: 'Has recibido una advertencia',
      silence: 'Tu cuenta está en silencio',
      suspension: 'Tu cuenta está suspendida',
    },
    effect: {
      warning: 'Puedes seguir usando Tribus como siempre.',
      silence: 'Puedes leer, pero no publicar, comentar, reaccionar ni escribir mensajes.',
      suspension: 'No puedes entrar en Tribus.',
    },
    reason: 'Motivo',
    reasons: {
      spam: 'publicidad o contenido repetido',
      harassment: 'acoso',
      hate: 'odio o discriminación',
      sexual: 'contenido sexual',
      violence: 'violencia o amenazas',
      fraud: 'fraude o engaño',
      impersonation: 'suplantación de identidad',
      other: 'otro motivo',
    },
    until: (time) => `Hasta el ${time}.`,
    forNow: 'Sin fecha de fin.',
    resumed: {
      silence:
        'Una cuenta anterior con tu correo o tu acceso de Google se eliminó estando en silencio. El silencio sigue en esta hasta que termine.',
      suspension:
        'Una cuenta anterior con tu correo o tu acceso de Google se eliminó estando suspendida. La suspensión sigue en esta hasta que termine.',
    },
    mayAppeal: 'Puedes pedir una vez que lo revisemos, al entrar en Tribus.',
    open: 'Abrir Tribus',
    liftedSubject: 'Tu cuenta de Tribus vuelve a la normalidad',
    lifted: {
      warning: 'La advertencia queda sin efecto',
      silence: 'Tu cuenta ya no está en silencio',
      suspension: 'Tu cuenta ya no está suspendida',
    },
    welcome: 'Ya puedes usar Tribus como antes.',
    answeredSubject: 'Respuesta a tu petición de revisión',
    appealLifted: 'Hemos revisado la decisión y la retiramos',
    appealUpheld: 'Hemos revisado la decisión y la mantenemos',
  },
  en: {
    subject: {
      warning: 'A warning from the Tribus team',
      silence: 'Your Tribus account is silenced',
      suspension: 'Your Tribus account is suspended',
    },
    heading: {
      warning: 'You have received a warning',
      silence: 'Your account is silenced',
      suspension: 'Your account is suspended',
    },
    effect: {
      warning: 'You can go on using Tribus as before.',
      silence: 'You can read, but not post, comment, react or write messages.',
      suspension: 'You cannot sign in to Tribus.',
    },
    reason: 'Reason',
    reasons: {
      spam: 'advertising or repeated content',
      harassment: 'harassment',
      hate: 'hate or discrimination',
      sexual: 'sexual content',
      violence: 'violence or threats',
      fraud: 'fraud or deceit',
      impersonation: 'impersonation',
      other: 'another reason',
    },
    until: (time) => `Until ${time}.`,
    forNow: 'Without an end date.',
    resumed: {
      silence:
        'An earlier account with your email or your Google sign-in was deleted while it was silenced. The silence goes on here until it ends.',
      suspension:
        'An earlier account with your email or your Google sign-in was deleted while it was suspended. The suspension goes on here until it ends.',
    },
    mayAppeal: 'You can ask us once to review this, when you open Tribus.',
    open: 'Open Tribus',
    liftedSubject: 'Your Tribus account is back to normal',
    lifted: {
      warning: 'The warning has been withdrawn',
      silence: 'Your account is no longer silenced',
      suspension: 'Your account is no longer suspended',
    },
    welcome: 'You can use Tribus as before.',
    answeredSubject: 'An answer to your request for review',
    appealLifted: 'We have reviewed the decision and withdrawn it',
    appealUpheld: 'We have reviewed the decision and it stands',
  },
  zh: {
    subject: {
      warning: 'Tribus 团队的警告',
      silence: '你的 Tribus 账号已被禁言',
      suspension: '你的 Tribus 账号已被停用',
    },
    heading: { warning: '你收到了一条警告', silence: '你的账号已被禁言', suspension: '你的账号已被停用' },
    effect: {
      warning: '你可以照常使用 Tribus。',
      silence: '你可以浏览，但不能发帖、评论、互动或发送消息。',
      suspension: '你无法登录 Tribus。',
    },
    reason: '原因',
    reasons: {
      spam: '广告或重复内容',
      harassment: '骚扰',
      hate: '仇恨或歧视',
      sexual: '色情内容',
      violence: '暴力或威胁',
      fraud: '欺诈',
      impersonation: '冒充他人',
      other: '其他原因',
    },
    until: (time) => `截至 ${time}。`,
    forNow: '没有结束日期。',
    resumed: {
      silence: '使用你的邮箱或 Google 登录的上一个账号在禁言期间被删除。禁言会在这个账号上继续，直到期满。',
      suspension: '使用你的邮箱或 Google 登录的上一个账号在停用期间被删除。停用会在这个账号上继续，直到期满。',
    },
    mayAppeal: '打开 Tribus 后，你可以申请一次复核。',
    open: '打开 Tribus',
    liftedSubject: '你的 Tribus 账号已恢复正常',
    lifted: { warning: '警告已撤销', silence: '你的账号已解除禁言', suspension: '你的账号已恢复' },
    welcome: '你可以像以前一样使用 Tribus。',
    answeredSubject: '关于你的复核申请',
    appealLifted: '我们复核了该决定并予以撤销',
    appealUpheld: '我们复核了该决定，维持不变',
  },
};
