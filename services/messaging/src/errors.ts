import { defineErrors } from '@tribus/kit/core/errors.ts';
import { messageMax } from '../limits.ts';

/** Errors of chats, messages and notifications. */
export const errors = defineErrors({
  messaging_unavailable: {
    status: 503,
    es: 'Mensajería no disponible (pendiente configurar base de datos).',
    en: 'Messaging is not available (database still to be configured).',
    zh: '消息功能不可用（数据库尚未配置）。',
  },
  message_empty: {
    status: 400,
    es: 'Escribe un mensaje.',
    en: 'Write a message.',
    zh: '请填写消息内容。',
  },
  message_length: {
    status: 400,
    es: `Un mensaje puede tener como máximo ${messageMax} caracteres.`,
    en: `A message can have at most ${messageMax} characters.`,
    zh: `消息最多 ${messageMax} 个字符。`,
  },
  message_not_allowed: {
    status: 403,
    es: 'No puedes enviar mensajes a esta persona.',
    en: 'You cannot send messages to this person.',
    zh: '你不能给此人发送消息。',
  },
  slow_mode: {
    status: 429,
    es: 'El chat va en modo lento: podrás escribir de nuevo en {seconds} s.',
    en: 'The chat is in slow mode: you can write again in {seconds} s.',
    zh: '聊天处于慢速模式：{seconds} 秒后可再次发言。',
  },
  cannot_message_self: {
    status: 400,
    es: 'No puedes enviarte mensajes a ti mismo.',
    en: 'You cannot send messages to yourself.',
    zh: '不能给自己发送消息。',
  },
});
