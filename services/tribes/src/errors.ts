import { defineErrors } from '@tribus/kit/runtime/errors.ts';
import { tribeDescriptionMax, tribeNameMax, tribeNameMin, tribesPerUser, tribeTagsMax } from '../limits.ts';

/** What can go wrong with tribes and memberships. */
export const errors = defineErrors({
  name_required: {
    status: 400,
    es: 'El nombre de la tribu es obligatorio.',
    en: 'The tribe needs a name.',
    zh: '请填写部落名称。',
  },
  name_length: {
    status: 400,
    es: `El nombre debe tener entre ${tribeNameMin} y ${tribeNameMax} caracteres.`,
    en: `The name must have between ${tribeNameMin} and ${tribeNameMax} characters.`,
    zh: `名称长度须为 ${tribeNameMin} 到 ${tribeNameMax} 个字符。`,
  },
  name_taken: {
    status: 409,
    es: 'Ya existe una tribu con este nombre.',
    en: 'There is already a tribe with this name.',
    zh: '已有同名部落。',
  },
  name_unusable: {
    status: 400,
    es: 'El nombre necesita al menos una letra o un número.',
    en: 'The name needs at least one letter or digit.',
    zh: '名称至少需要一个字母或数字。',
  },
  name_mixes_scripts: {
    status: 400,
    es: 'No mezcles en una palabra del nombre letras latinas, cirílicas o griegas.',
    en: 'Do not mix Latin, Cyrillic or Greek letters in one word of the name.',
    zh: '请勿在名称的同一个词中混用拉丁、西里尔或希腊字母。',
  },
  description_length: {
    status: 400,
    es: `La descripción puede tener como máximo ${tribeDescriptionMax} caracteres.`,
    en: `The description can have at most ${tribeDescriptionMax} characters.`,
    zh: `描述最多 ${tribeDescriptionMax} 个字符。`,
  },
  tag_length: {
    status: 400,
    es: "Tag '{tag}' inválido (1-24 chars).",
    en: "Tag '{tag}' is not valid (1-24 characters).",
    zh: '标签“{tag}”无效（1-24 个字符）。',
  },
  tag_characters: {
    status: 400,
    es: "Tag '{tag}' solo letras, números o guiones.",
    en: "Tag '{tag}': only letters, digits or hyphens.",
    zh: '标签“{tag}”只能包含字母、数字或连字符。',
  },
  too_many_tags: {
    status: 400,
    es: `Una tribu puede tener como máximo ${tribeTagsMax} tags.`,
    en: `A tribe can have at most ${tribeTagsMax} tags.`,
    zh: `一个部落最多 ${tribeTagsMax} 个标签。`,
  },
  image_required: {
    status: 400,
    es: 'Elige una imagen.',
    en: 'Choose a picture.',
    zh: '请选择一张图片。',
  },
  tribe_limit: {
    status: 403,
    es: `Puedes tener como máximo ${tribesPerUser} tribus.`,
    en: `You can own at most ${tribesPerUser} tribes.`,
    zh: `最多可拥有 ${tribesPerUser} 个部落。`,
  },
  approval_required: {
    status: 409,
    es: 'Esta tribu requiere aprobación: envía una solicitud.',
    en: 'This tribe needs approval: send a request.',
    zh: '加入该部落需要审批，请提交申请。',
  },
  already_member: {
    status: 409,
    es: 'Ya formas parte de esta tribu.',
    en: 'You already belong to this tribe.',
    zh: '你已是该部落成员。',
  },
  already_requested: {
    status: 409,
    es: 'Ya has enviado una solicitud a esta tribu.',
    en: 'You have already sent a request to this tribe.',
    zh: '你已提交过加入申请。',
  },
  not_member: {
    status: 409,
    es: 'No formas parte de esta tribu.',
    en: 'You do not belong to this tribe.',
    zh: '你不是该部落成员。',
  },
  no_pending_request: {
    status: 409,
    es: 'No hay ninguna solicitud pendiente.',
    en: 'There is no pending request.',
    zh: '没有待处理的申请。',
  },
  owner_cannot_leave: {
    status: 403,
    es: 'Quien posee la tribu no puede abandonarla.',
    en: 'The owner cannot leave the tribe.',
    zh: '部落所有者不能退出部落。',
  },
  hominini_locked: {
    status: 403,
    es: 'La tribu hominini no se puede abandonar, borrar ni cambiar.',
    en: 'The tribe hominini cannot be left, deleted or changed.',
    zh: 'hominini 部落不能退出、删除或更改。',
  },
});
