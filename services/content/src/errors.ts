import { defineErrors } from '@tribus/kit/runtime/errors.ts';
import { captionMax, commentMax, editWindowHours, imagesMax, postTagsMax, storyCaptionMax } from '../limits.ts';

/** What can go wrong with posts, comments and reactions. */
export const errors = defineErrors({
  post_empty: {
    status: 400,
    es: 'Debe incluir texto o algún medio',
    en: 'Add some text or media',
    zh: '请添加文字或媒体',
  },
  story_needs_media: {
    status: 400,
    es: 'Debe incluir al menos una imagen o video',
    en: 'Add at least one picture or video',
    zh: '请至少添加一张图片或一个视频',
  },
  mood_required: {
    status: 400,
    es: 'Selecciona un mood para el Vibe (necesario para la música de fondo)',
    en: 'Choose a mood for the vibe (needed for the background music)',
    zh: '请为 Vibe 选择一种氛围（背景音乐需要）',
  },
  reel_needs_video: {
    status: 400,
    es: 'Necesitas un único video (archivo o enlace)',
    en: 'You need exactly one video (file or link)',
    zh: '需要且只能有一个视频（文件或链接）',
  },
  caption_length: {
    status: 400,
    es: `El texto puede tener como máximo ${captionMax} caracteres (${storyCaptionMax} en un Vibe).`,
    en: `The text can have at most ${captionMax} characters (${storyCaptionMax} in a vibe).`,
    zh: `文字最多 ${captionMax} 个字符（Vibe 最多 ${storyCaptionMax} 个）。`,
  },
  too_many_images: {
    status: 400,
    es: `Puedes añadir como máximo ${imagesMax} imágenes.`,
    en: `You can add at most ${imagesMax} pictures.`,
    zh: `最多可添加 ${imagesMax} 张图片。`,
  },
  too_many_tags: {
    status: 400,
    es: `Una publicación puede tener como máximo ${postTagsMax} tags.`,
    en: `A post can have at most ${postTagsMax} tags.`,
    zh: `一篇帖子最多 ${postTagsMax} 个标签。`,
  },
  level_above_own: {
    status: 403,
    es: 'No puedes exigir un nivel superior al tuyo.',
    en: 'You cannot ask for a level above your own.',
    zh: '不能要求高于你自己的级别。',
  },
  edit_window_closed: {
    status: 403,
    es: `Solo puedes editar durante las ${editWindowHours} horas siguientes a la publicación.`,
    en: `You can edit only within ${editWindowHours} hours of publishing.`,
    zh: `只能在发布后 ${editWindowHours} 小时内编辑。`,
  },
  comment_empty: {
    status: 400,
    es: 'Escribe un comentario.',
    en: 'Write a comment.',
    zh: '请填写评论。',
  },
  comment_length: {
    status: 400,
    es: `Un comentario puede tener como máximo ${commentMax} caracteres.`,
    en: `A comment can have at most ${commentMax} characters.`,
    zh: `评论最多 ${commentMax} 个字符。`,
  },
});
