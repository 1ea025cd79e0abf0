import { useEffect } from 'react';
import type { Draft } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';

/** Per draft, a function that returns the unsent messages of its conversation to it. They outlive the screens. */
const returns = new Map<string, () => void>();

session.subscribe(() => {
  if (session.get().user) return;
  for (const returnUnsent of returns.values()) returnUnsent();
  returns.clear();
});

/**
 * When the session ends, messages that are being sent are lost with it: those that `take` removes and returns go back
 * into the draft, before the typed text. Also after the person has left the conversation.
 */
export function useUnsentAsDraft(draftName: string, setText: Draft<string>[1], take: () => readonly string[]): void {
  useEffect(() => {
    returns.set(draftName, () => {
      const unsent = take();
      setText((typed) => [...unsent, typed].filter((text) => text !== '').join('\n'));
    });
  });
}
