/** A fake of the browser's EventSource, which jsdom lacks. Tests send events through it. */
export class TestEventSource extends EventTarget {
  /** All that were opened since the last `forget()`, the newest last. */
  static opened: TestEventSource[] = [];
  static forget(): void {
    TestEventSource.opened = [];
  }

  static readonly CONNECTING = 0;
  static readonly CLOSED = 2;

  /** After a break the browser retries by itself, after a refusal it does not. */
  readyState = TestEventSource.CONNECTING;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    TestEventSource.opened.push(this);
  }

  close(): void {
    this.closed = true;
  }

  /** As after a response that is not a stream. */
  refuse(): void {
    this.readyState = TestEventSource.CLOSED;
    this.onerror?.();
  }

  emit(type: string, data: unknown, lastEventId = ''): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
}

// The fake has the members the app uses, not all of EventSource.
Object.assign(globalThis, { EventSource: TestEventSource });
