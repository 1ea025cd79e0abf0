import { defineErrors } from '@tribus/kit/core/errors.ts';
import { maxPixels, resumableUploadsAtOnce, videoMaxMinutes } from '../limits.ts';
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
  video_type_refused: {
    status: 415,
    es: 'Tipo de archivo no válido. Use MP4 o WebM.',
    en: 'Not a valid type of file. Use MP4 or WebM.',
    zh: '文件类型无效，请使用 MP4 或 WebM。',
  },
  upload_version: {
    status: 412,
    es: 'Esta versión del protocolo de subida no se admite.',
    en: 'This version of the upload protocol is not supported.',
    zh: '不支持此版本的上传协议。',
  },
  upload_moved_on: {
    status: 409,
    es: 'La subida ya ha avanzado desde otro sitio. Continúa desde donde está.',
    en: 'The upload has moved on elsewhere. Continue from where it is.',
    zh: '该上传已在别处继续，请从当前进度继续。',
  },
  upload_unusable: {
    status: 409,
    es: 'El video ya no está disponible o ya se ha publicado. Súbelo de nuevo.',
    en: 'The video is no longer available or already published. Upload it again.',
    zh: '该视频已不可用或已发布，请重新上传。',
  },
  open_uploads: {
    status: 429,
    es: `Tienes demasiadas subidas sin publicar. Máximo ${resumableUploadsAtOnce}: publica o cancela alguna.`,
    en: `You have too many unpublished uploads. At most ${resumableUploadsAtOnce}: publish or cancel one.`,
    zh: `你有过多未发布的上传，最多 ${resumableUploadsAtOnce} 个：请先发布或取消。`,
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
  video_unreadable: {
    status: 400,
    es: 'No se pudo procesar el video. El archivo está dañado o no es compatible.',
    en: 'The video could not be processed. The file is damaged or not supported.',
    zh: '无法处理该视频，文件已损坏或不受支持。',
  },
  video_too_slow: {
    status: 400,
    es: 'Procesar el video lleva demasiado tiempo. Expórtalo con menos resolución o fotogramas por segundo.',
    en: 'The video takes too long to process. Export it with a lower resolution or frame rate.',
    zh: '处理该视频耗时过长，请以较低的分辨率或帧率重新导出。',
  },
  video_missing: {
    status: 400,
    es: 'El archivo solo contiene sonido, no video.',
    en: 'The file contains only sound, no video.',
    zh: '该文件只有声音，没有视频画面。',
  },
  video_dimensions: {
    status: 400,
    es: 'El video tiene demasiados píxeles. Máximo 4K.',
    en: 'The video has too many pixels. At most 4K.',
    zh: '视频分辨率过高，最高 4K。',
  },
  video_too_long: {
    status: 400,
    es: `El video es demasiado largo. Máximo ${videoMaxMinutes} minutos.`,
    en: `The video is too long. At most ${videoMaxMinutes} minutes.`,
    zh: `视频过长，最长 ${videoMaxMinutes} 分钟。`,
  },
  image_dimensions: {
    status: 400,
    es: `La imagen tiene demasiados píxeles. Máximo ${maxPixels / 1_000_000} millones.`,
    en: `The picture has too many pixels. At most ${maxPixels / 1_000_000} million.`,
    zh: `图片像素过多，最多 ${maxPixels / 1_000_000} 百万像素。`,
  },
});
