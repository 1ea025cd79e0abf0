import { defineErrors } from '@tribus/kit/core/errors.ts';
import { tribeTagsMax } from '../limits.ts';

/** Errors of tags: of a new tribe, and with other sentences of a change (specification 2, section 5). */
export const tagErrors = defineErrors({
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
  changed_tag_length: {
    status: 400,
    es: "Tag '{tag}' inválido (1-24).",
    en: "Tag '{tag}' is not valid (1-24).",
    zh: '标签“{tag}”无效（1-24）。',
  },
  changed_tag_characters: {
    status: 400,
    es: "Tag '{tag}' caracteres inválidos.",
    en: "Tag '{tag}' has characters that are not allowed.",
    zh: '标签“{tag}”含有无效字符。',
  },
  too_many_tags: {
    status: 400,
    es: `Una tribu puede tener como máximo ${tribeTagsMax} tags.`,
    en: `A tribe can have at most ${tribeTagsMax} tags.`,
    zh: `一个部落最多 ${tribeTagsMax} 个标签。`,
  },
});
