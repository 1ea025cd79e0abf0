import { defineErrors } from '@tribus/kit/core/errors.ts';
import { maxPixels } from '../limits.ts';
import { storageErrors } from './storage-errors.ts';

/** Errors of stored media. */
export const errors = defineErrors({
  ...storageErrors,
  media_address: {
    status: 400,
    es: 'La dirección del archivo no es válida.',
    en: 'The address of the file is not valid.',
    zh: '文件地址无效。',
  },
  signature_invalid: {
    status: 403,
    es: 'El enlace al archivo no es válido o ha caducado.',
    en: 'The link to the file is not valid or has expired.',
    zh: '文件链接无效或已过期。',
  },
  file_type_refused: {
    status: 415,
    es: 'Tipo de archivo no válido. Use JPG, PNG, GIF o WebP.',
    en: 'Not a valid type of file. Use JPG, PNG, GIF or WebP.',
    zh: '文件类型无效，请使用 JPG、PNG、GIF 或 WebP。',
  },
  media_type_refused: {
    status: 415,
    es: 'Tipo de archivo no válido. Use JPG, PNG, GIF, WebP, MP4 o WebM.',
    en: 'Not a valid type of file. Use JPG, PNG, GIF, WebP, MP4 or WebM.',
    zh: '文件类型无效，请使用 JPG、PNG、GIF、WebP、MP4 或 WebM。',
  },
  document_type_refused: {
    status: 415,
    es: 'Tipo de archivo no válido. Use JPG, PNG, GIF, WebP, PDF o TXT.',
    en: 'Not a valid type of file. Use JPG, PNG, GIF, WebP, PDF or TXT.',
    zh: '文件类型无效，请使用 JPG、PNG、GIF、WebP、PDF 或 TXT。',
  },
  file_too_large: {
    status: 413,
    es: 'El archivo es demasiado grande. Máximo {max}MB.',
    en: 'The file is too large. At most {max}MB.',
    zh: '文件过大，最大 {max}MB。',
  },
  image_unreadable: {
    status: 400,
    es: 'No se pudo procesar la imagen',
    en: 'The picture could not be processed',
    zh: '无法处理该图片',
  },
  image_dimensions: {
    status: 400,
    es: `La imagen tiene demasiados píxeles. Máximo ${maxPixels / 1_000_000} millones.`,
    en: `The picture has too many pixels. At most ${maxPixels / 1_000_000} million.`,
    zh: `图片像素过多，最多 ${maxPixels / 1_000_000} 百万像素。`,
  },
});
