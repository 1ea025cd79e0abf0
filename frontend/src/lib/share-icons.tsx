import { Camera, Mail, MessageCircle, Send, Share2, SquarePlay, X } from 'lucide-react';
import type { ReactNode } from 'react';

const lettersClass = 'font-display font-extrabold text-title leading-none';

/** The sign of each way to share, by its name; general signs, not the logos of others. */
export const shareIcons: Readonly<Record<string, ReactNode>> = {
  Facebook: <span className={`${lettersClass} before:content-['f']`} />,
  WhatsApp: <MessageCircle />,
  X: <X />,
  LinkedIn: <span className={`${lettersClass} before:content-['in']`} />,
  Telegram: <Send />,
  Instagram: <Camera />,
  YouTube: <SquarePlay />,
};
export const mailIcon = <Mail />;
export const deviceIcon = <Share2 />;
