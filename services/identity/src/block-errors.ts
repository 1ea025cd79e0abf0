import { blocksMax, followedLabelsMax, mutedWordMax, mutesMax } from '../limits.ts';

/** Errors of blocks, mutes, and followed tags and places. */
export const blockErrors = {
  cannot_block_self: {
    status: 400,
    es: 'No puedes bloquearte ni silenciarte a ti mismo.',
    en: 'You cannot block or mute yourself.',
    zh: '不能屏蔽或静音自己。',
  },
  block_limit: {
    status: 403,
    es: `Puedes bloquear como máximo a ${blocksMax} personas. Desbloquea a alguien para añadir otra.`,
    en: `You can block at most ${blocksMax} people. Unblock somebody to add another.`,
    zh: `最多可以屏蔽 ${blocksMax} 人。请先取消屏蔽一些再添加。`,
  },
  mute_limit: {
    status: 403,
    es: `Puedes silenciar como máximo ${mutesMax} de cada tipo. Quita alguno para añadir otro.`,
    en: `You can mute at most ${mutesMax} of each kind. Remove one to add another.`,
    zh: `每种最多可以静音 ${mutesMax} 项。请先移除一些再添加。`,
  },
  mute_empty: {
    status: 400,
    es: 'Escribe qué quieres silenciar.',
    en: 'Enter what to mute.',
    zh: '请输入要静音的内容。',
  },
  mute_length: {
    status: 400,
    es: `Como máximo ${mutedWordMax} caracteres.`,
    en: `At most ${mutedWordMax} characters.`,
    zh: `最多 ${mutedWordMax} 个字符。`,
  },
  label_empty: {
    status: 400,
    es: 'Escribe una etiqueta o un lugar con letras o números.',
    en: 'Enter a tag or a place with letters or digits.',
    zh: '请输入含有字母或数字的标签或地点。',
  },
  label_limit: {
    status: 403,
    es: `Puedes seguir como máximo ${followedLabelsMax} etiquetas y ${followedLabelsMax} lugares. Deja de seguir alguno antes.`,
    en: `You can follow at most ${followedLabelsMax} tags and ${followedLabelsMax} places. Unfollow one first.`,
    zh: `最多可以关注 ${followedLabelsMax} 个标签和 ${followedLabelsMax} 个地点。请先取消关注一些。`,
  },
} as const;
