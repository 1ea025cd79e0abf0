const actions = new Set<() => void>();

function runAll(): void {
  for (const action of actions) action();
}

/**
 * Runs `action` when this process exits; all actions share one listener. Returns a function that removes the action.
 */
export function atExit(action: () => void): () => void {
  if (actions.size === 0) process.once('exit', runAll);
  actions.add(action);
  return () => {
    actions.delete(action);
    if (actions.size === 0) process.off('exit', runAll);
  };
}
