import { defineErrors } from '@tribus/kit/core/errors.ts';

/** Errors of agents. */
export const errors = defineErrors({
  agent_exists: {
    status: 409,
    es: 'Ya existe un agente para ese usuario.',
    en: 'There is already an agent for that user.',
    zh: '该用户已有代理。',
  },
  user_unknown: {
    status: 400,
    es: 'Ese usuario no existe.',
    en: 'That user does not exist.',
    zh: '该用户不存在。',
  },
  vibe_reactions_unavailable: {
    status: 400,
    es: 'Las reacciones a Vibes necesitan la estrategia ollama.',
    en: 'Reactions to vibes need the ollama strategy.',
    zh: 'Vibe 互动需要使用 ollama 策略。',
  },
});
