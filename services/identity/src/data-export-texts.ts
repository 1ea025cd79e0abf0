import type { Language, Texts } from '@tribus/kit/core/language.ts';
import type { PersonalArea } from './personal-data.ts';

const areas: Readonly<Record<PersonalArea, Texts>> = {
  account: {
    es: 'tu cuenta y tu perfil, con lo que muestras de él, cómo proteges la cuenta y tus cambios de correo recientes',
    en: 'your account and profile, what you show of it, how the account is protected, and recent changes of your email',
    zh: '你的账号和个人资料、公开范围、账号的保护方式以及最近的邮箱更改',
  },
  sessions: { es: 'dónde tienes la sesión abierta', en: 'where you are signed in', zh: '当前的登录会话' },
  'sign-ins': {
    es: 'tus inicios de sesión de los últimos 90 días',
    en: 'your sign-ins of the last 90 days',
    zh: '最近 90 天的登录记录',
  },
  following: { es: 'a quién sigues', en: 'whom you follow', zh: '你关注的人' },
  followers: { es: 'quién te sigue', en: 'who follows you', zh: '关注你的人' },
  'followed-labels': {
    es: 'las etiquetas y los lugares que sigues',
    en: 'the tags and places you follow',
    zh: '你关注的标签和地点',
  },
  'dismissed-suggestions': {
    es: 'las sugerencias que descartaste',
    en: 'the suggestions you dismissed',
    zh: '你不感兴趣的推荐',
  },
  blocks: { es: 'a quién bloqueas', en: 'whom you block', zh: '你屏蔽的人' },
  mutes: { es: 'lo que silencias', en: 'what you mute', zh: '你静音的内容' },
  tasks: { es: 'tus tareas', en: 'your tasks', zh: '你的任务' },
  sanctions: {
    es: 'avisos y sanciones, y lo que respondiste',
    en: 'warnings and sanctions, and what you answered',
    zh: '警告和处罚，以及你的申诉',
  },
  'contact-messages': {
    es: 'lo que escribiste al equipo',
    en: 'what you wrote to the team',
    zh: '你写给团队的消息',
  },
  actions: {
    es: 'lo que hiciste como administración o moderación, y los cambios de tu cuenta',
    en: 'what you did as an administrator or moderator, and changes to your account',
    zh: '你作为管理员或版主的操作，以及账号的变更',
  },
  tribes: {
    es: 'tus tribus, con tu papel y tu nivel',
    en: 'your tribes, with your role and level',
    zh: '你的部落、角色和等级',
  },
  submissions: {
    es: 'tus respuestas a los retos y cómo se valoraron; «file» nombra su archivo',
    en: 'your answers to challenges and how they were reviewed; “file” names their file',
    zh: '你提交的挑战答案及审核结果；“file” 是其中的文件',
  },
  'quiz-attempts': {
    es: 'cuándo intentaste por última vez cada cuestionario',
    en: 'when you last tried each quiz',
    zh: '你最近一次尝试各个测验的时间',
  },
  'level-ups': {
    es: 'cuándo subiste de nivel en tus tribus, y cómo',
    en: 'when you rose a level in your tribes, and how',
    zh: '你在各部落升级的时间和方式',
  },
  'tribe-answers': {
    es: 'lo que respondiste al entrar en tribus',
    en: 'what you answered when you joined tribes',
    zh: '你加入部落时的回答',
  },
  'tribe-stays': {
    es: 'cuándo entraste en cada tribu y cuándo saliste',
    en: 'when you joined each tribe and when you left',
    zh: '你加入和离开各部落的时间',
  },
  'tribe-bans': {
    es: 'de qué tribus tuviste vetada la entrada, y por qué',
    en: 'from which tribes you were banned, and why',
    zh: '你被哪些部落封禁及其原因',
  },
  'tribe-restrictions': {
    es: 'en qué tribus solo podías leer, y por qué',
    en: 'in which tribes you could only read, and why',
    zh: '你在哪些部落被限制发言及其原因',
  },
  'tribe-invites': {
    es: 'los enlaces de invitación que creaste',
    en: 'the invitation links that you made',
    zh: '你创建的邀请链接',
  },
  'tribe-arrivals': {
    es: 'a qué tribus llegaste por invitación',
    en: 'which tribes you joined by invitation',
    zh: '你通过邀请加入的部落',
  },
  'tribe-notes': {
    es: 'lo que anotaste sobre solicitudes de otras personas',
    en: 'what you noted about requests of others',
    zh: '你对他人申请所作的备注',
  },
  'ownership-offers': {
    es: 'qué tribus te ofrecen ser su propietario',
    en: 'which tribes you are offered to own',
    zh: '邀请你成为拥有者的部落',
  },
  posts: {
    es: 'tus publicaciones y vibes; «pictures» nombra sus imágenes',
    en: 'your posts and vibes; “pictures” names their pictures',
    zh: '你的帖子和 vibe；“pictures” 是其中的图片',
  },
  'post-versions': {
    es: 'los textos anteriores de tus publicaciones editadas',
    en: 'the earlier texts of your edited posts',
    zh: '你编辑过的帖子的历史文本',
  },
  'tribe-media': {
    es: 'las imágenes que subiste a tus tribus',
    en: 'the pictures you put up for your tribes',
    zh: '你上传到部落的图片',
  },
  comments: { es: 'tus comentarios', en: 'your comments', zh: '你的评论' },
  reactions: {
    es: 'tus reacciones a publicaciones y comentarios',
    en: 'your reactions to posts and comments',
    zh: '你对帖子和评论的反应',
  },
  'active-days': {
    es: 'qué días participaste en cada tribu, y cuánto',
    en: 'on which days you took part in each tribe, and how much',
    zh: '你在各部落活跃的日期和活动次数',
  },
  views: {
    es: 'qué publicaciones viste en los últimos dos días',
    en: 'which posts you viewed in the last two days',
    zh: '你最近两天浏览过的帖子',
  },
  'vibe-reactions': { es: 'tus reacciones a vibes', en: 'your reactions to vibes', zh: '你对 vibe 的反应' },
  conversations: { es: 'con quién has conversado', en: 'whom you wrote with', zh: '你的私信对话' },
  messages: { es: 'los mensajes que enviaste', en: 'the messages you sent', zh: '你发送的私信' },
  'chat-messages': {
    es: 'lo que escribiste en los chats de tus tribus',
    en: 'what you wrote in the chats of your tribes',
    zh: '你在部落聊天中发送的消息',
  },
  'chat-likes': {
    es: 'los mensajes de chat que te gustan',
    en: 'the chat messages you like',
    zh: '你点赞的聊天消息',
  },
  'chat-dislikes': {
    es: 'los mensajes de chat que no te gustan',
    en: 'the chat messages you dislike',
    zh: '你点踩的聊天消息',
  },
  reports: { es: 'lo que reportaste', en: 'what you reported', zh: '你提交的举报' },
  decisions: {
    es: 'lo que se decidió sobre cosas tuyas que se reportaron',
    en: 'what was decided about things of yours that were reported',
    zh: '针对你被举报内容作出的决定',
  },
  'case-notes': {
    es: 'lo que anotaste en casos que moderabas',
    en: 'what you noted on cases you moderated',
    zh: '你在处理案件时写下的备注',
  },
  notifications: { es: 'tus notificaciones', en: 'your notifications', zh: '你的通知' },
  points: { es: 'tus puntos en cada tribu', en: 'your points in each tribe', zh: '你在每个部落的积分' },
  'points-history': { es: 'cómo ganaste tus puntos', en: 'how you earned your points', zh: '积分的来源' },
};

interface Words {
  title: (name: string) => string;
  madeAt: string;
  others: string;
  files: string;
  pictures: string;
  leftOut: (count: number) => string;
}

const words: Readonly<Record<Language, Words>> = {
  es: {
    title: (name) => `Los datos de ${name} en Tribus`,
    madeAt: 'Pedidos el',
    others:
      'Aquí está lo que Tribus guarda de ti. Lo que otras personas escribieron es suyo y no está. Tampoco hay contraseñas ni claves.',
    files: 'Archivos (JSON, un registro por línea, horas en UTC):',
    pictures: 'pictures/ — las imágenes que subiste',
    leftOut: (count) => `No cabían ${count} imágenes: las encontrarás en Tribus.`,
  },
  en: {
    title: (name) => `The data of ${name} at Tribus`,
    madeAt: 'Asked for on',
    others:
      'This is what Tribus keeps of you. What other people wrote is theirs and is not here. Nor are passwords or keys.',
    files: 'Files (JSON, a record on each line, times in UTC):',
    pictures: 'pictures/ — the pictures you uploaded',
    leftOut: (count) => `${count} pictures did not fit: you find them in Tribus.`,
  },
  zh: {
    title: (name) => `${name} 在 Tribus 的数据`,
    madeAt: '申请时间：',
    others: '这里是 Tribus 保存的关于你的数据。他人写的内容属于他们，不在其中。密码和密钥也不在其中。',
    files: '文件（JSON，每行一条记录，时间为 UTC）：',
    pictures: 'pictures/ — 你上传的图片',
    leftOut: (count) => `有 ${count} 张图片未能放入，你可以在 Tribus 中找到它们。`,
  },
};

/** Returns the README of the archive, which describes each file. */
export function dataExportReadme(
  language: Language,
  { name, madeAt, leftOut }: { name: string; madeAt: Date; leftOut: number },
): string {
  const { title, madeAt: madeAtLabel, others, files, pictures, leftOut: missing } = words[language];
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const listed = Object.entries(areas).map(([area, texts]) => `- ${area}.json — ${texts[language]}`);
  const paragraphs = [
    title(name),
    `${madeAtLabel} ${time.format(madeAt)} UTC`,
    others,
    [files, ...listed, `- ${pictures}`].join('\n'),
    ...(leftOut > 0 ? [missing(leftOut)] : []),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}
