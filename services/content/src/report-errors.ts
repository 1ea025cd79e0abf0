import { appealForOthersHours, appealTextMax, caseNotesMax, caseTextDays, reportsPerDay } from '../limits.ts';

/** Errors of reports, cases, decisions and appeals. */
export const reportErrors = {
  report_reason_required: {
    status: 400,
    es: 'Por favor selecciona un motivo',
    en: 'Please choose a reason',
    zh: '请选择一个原因',
  },
  report_own: {
    status: 400,
    es: 'No puedes reportar algo tuyo.',
    en: 'You cannot report something of your own.',
    zh: '不能举报自己的内容。',
  },
  already_reported: {
    status: 409,
    es: 'Ya lo has reportado. Te avisaremos cuando se decida.',
    en: 'You have already reported this. We’ll let you know when it is decided.',
    zh: '你已经举报过了，处理后会通知你。',
  },
  too_many_reports: {
    status: 429,
    es: `Puedes enviar como máximo ${reportsPerDay} reportes al día. Inténtalo mañana.`,
    en: `You can send at most ${reportsPerDay} reports a day. Try again tomorrow.`,
    zh: `每天最多提交 ${reportsPerDay} 次举报，请明天再试。`,
  },
  case_decided: {
    status: 409,
    es: 'Este caso ya está decidido.',
    en: 'This case has already been decided.',
    zh: '此案已有决定。',
  },
  case_changed: {
    status: 409,
    es: 'El caso ha cambiado mientras lo mirabas. Míralo de nuevo.',
    en: 'The case changed while you were looking at it. Please look again.',
    zh: '案件在你查看期间已变更，请重新查看。',
  },
  too_many_case_notes: {
    status: 409,
    es: `Un caso puede tener como máximo ${caseNotesMax} notas.`,
    en: `A case can have at most ${caseNotesMax} notes.`,
    zh: `每个案件最多 ${caseNotesMax} 条备注。`,
  },
  case_texts_deleted: {
    status: 409,
    es: `Los textos de este caso se borraron ${caseTextDays} días después de cerrarse; ya no admite notas.`,
    en: `The texts of this case were deleted ${caseTextDays} days after it was closed; it takes no more notes.`,
    zh: `此案的文字已在结案 ${caseTextDays} 天后删除，无法再添加备注。`,
  },
  case_assigned: {
    status: 409,
    es: 'Otra persona está mirando este caso.',
    en: 'Someone else is looking at this case.',
    zh: '其他人正在处理此案。',
  },
  decided_above: {
    status: 403,
    es: 'Lo decidió alguien con más autoridad: no puedes cambiarlo.',
    en: 'Someone with more authority decided this, so you cannot change it.',
    zh: '这是由权限更高的人决定的，你无法更改。',
  },
  own_report: {
    status: 403,
    es: 'Lo has reportado tú: decide otra persona.',
    en: 'You reported this, so someone else decides.',
    zh: '这是你举报的内容，须由他人决定。',
  },
  appeal_for_others: {
    status: 403,
    es: `La primera decisión fue tuya: durante ${appealForOthersHours} horas la revisa otra persona.`,
    en: `You made the first decision: for ${appealForOthersHours} hours its review is for somebody else.`,
    zh: `首次决定由你作出：${appealForOthersHours} 小时内须由他人复核。`,
  },
  action_impossible: {
    status: 400,
    es: 'Eso no se puede hacer con este caso.',
    en: 'This action is not possible for this case.',
    zh: '此案无法执行该操作。',
  },
  message_required: {
    status: 400,
    es: 'Con «Otro motivo», escribe por qué: su autor lo leerá.',
    en: 'With “Another reason”, please write why: the author will read it.',
    zh: '选择“其他原因”时请写明原因：作者会看到。',
  },
  ban_message_required: {
    status: 400,
    es: 'Escribe por qué: quien queda fuera lo leerá.',
    en: 'Please write why: the banned person will read it.',
    zh: '请写明原因：被封禁的人会看到。',
  },
  ban_end_past: {
    status: 400,
    es: 'El veto tiene que terminar en el futuro.',
    en: 'The ban must end in the future.',
    zh: '封禁的结束时间必须在将来。',
  },
  appeal_text: {
    status: 400,
    es: `Cuéntanos por qué, con un máximo de ${appealTextMax} caracteres.`,
    en: `Tell us why, in at most ${appealTextMax} characters.`,
    zh: `请说明理由，最多 ${appealTextMax} 个字符。`,
  },
  appealed_already: {
    status: 409,
    es: 'Ya has pedido una revisión.',
    en: 'You have already asked for a review.',
    zh: '你已经申请过复核。',
  },
  appeal_early: {
    status: 409,
    es: 'Aún no se ha decidido nada que se pueda revisar.',
    en: 'There is no decision to review yet.',
    zh: '目前还没有可以申请复核的决定。',
  },
  appeal_late: {
    status: 409,
    es: 'Esta decisión ya no se puede revisar.',
    en: 'This decision can no longer be reviewed.',
    zh: '此决定已不能再申请复核。',
  },
} as const;
