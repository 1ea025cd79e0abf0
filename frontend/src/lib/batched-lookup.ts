/** Time for collecting lookups: those of one rendering and of the lists that mount with it. */
const WAIT_MS = 20;
/** Maximum number of ids per request. */
const MAX_IDS = 100;

interface Question {
  id: string;
  resolve: (answer: boolean) => void;
  reject: (error: unknown) => void;
}

/** Returns a lookup that resolves to whether an id matches; lookups within 20 ms share one request. */
export function batchedLookup(ask: (ids: string[]) => Promise<readonly string[]>): (id: string) => Promise<boolean> {
  let pending: Question[] = [];

  async function send(questions: readonly Question[]): Promise<void> {
    try {
      const found = new Set(await ask([...new Set(questions.map(({ id }) => id))]));
      for (const { id, resolve } of questions) resolve(found.has(id));
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  }

  function flush(): void {
    const questions = pending;
    pending = [];
    for (let begun = 0; begun < questions.length; begun += MAX_IDS) void send(questions.slice(begun, begun + MAX_IDS));
  }

  return (id) =>
    new Promise((resolve, reject) => {
      if (pending.length === 0) setTimeout(flush, WAIT_MS);
      pending.push({ id, resolve, reject });
    });
}
