import { type ConnectionState, LiveConnection } from './live-events';

/** An EventSource that the test answers in place of the server. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: FakeEventSource[] = [];
  readyState = 0;

  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  send(name: string, id: string, data: object = {}): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId: id }));
  }

  beat(receiving = true): void {
    this.send('heartbeat', '', { every_ms: 15_000, receiving });
  }
}

/** Locks that are held one after another. */
class FakeLocks {
  private last: Promise<unknown> = Promise.resolve();

  request(_name: string, _options: object, hold: () => Promise<unknown>): Promise<unknown> {
    return (this.last = this.last.then(hold));
  }
}

/** The page of a tab, which the test hides and shows. */
class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';

  become(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

const { opened } = FakeEventSource;
/** The streams that were opened, by the place from which each goes on. */
const places = (): (string | null)[] =>
  opened.map(({ url }) => new URL(url, 'http://localhost').searchParams.get('last_event_id'));
/** Messages between tabs arrive in later turns of the event loop. */
const delivered = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

interface Tab {
  page: FakePage;
  states: ConnectionState[];
  events: string[];
  connection: LiveConnection;
}

describe('LiveConnection', () => {
  const tabs: Tab[] = [];
  const names = ['document', 'navigator', 'EventSource'] as const;
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

  function define(name: (typeof names)[number], value: object): void {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }

  beforeEach(() => define('EventSource', FakeEventSource));
  afterEach(() => {
    for (const { connection } of tabs.splice(0)) connection.close();
    opened.length = 0;
  });
  afterAll(() => {
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
  });

  function openTab(from: string | null = null): Tab {
    const page = new FakePage();
    define('document', page);
    const states: ConnectionState[] = [];
    const events: string[] = [];
    const connection = new LiveConnection(
      1,
      (name) => events.push(name),
      (state) => states.push(state),
      from,
    );
    const tab = { page, states, events, connection };
    tabs.push(tab);
    return tab;
  }

  describe('of tabs that share a stream', () => {
    beforeEach(() => define('navigator', { onLine: true, locks: new FakeLocks() }));

    it('passes events, state and place on, so that the next tab goes on where the first was', async () => {
      const first = openTab();
      await delivered();
      opened[0]!.dispatchEvent(new Event('open'));
      opened[0]!.send('position', '7');
      const second = openTab();
      await delivered();
      expect([places(), second.states]).toEqual([[null], ['live']]);
      opened[0]!.send('review.changed', '');
      await delivered();
      expect([first.events, second.events]).toEqual([['review.changed'], ['review.changed']]);
      first.connection.close();
      await delivered();
      expect(places()).toEqual([null, '7']);
    });

    it('is live again only when the server has answered the next tab', async () => {
      const first = openTab();
      await delivered();
      opened[0]!.dispatchEvent(new Event('open'));
      const second = openTab();
      await delivered();
      first.connection.close();
      await delivered();
      expect(second.states).toEqual(['live', 'reconnecting']);
      opened[1]!.dispatchEvent(new Event('open'));
      expect(second.states.at(-1)).toBe('live');
      // The first stream told no place, so everything may have changed.
      expect(places()).toEqual([null, 'unknown']);
    });
  });

  describe('of a tab that could not connect at first', () => {
    beforeEach(() => {
      jest.useFakeTimers();
      define('navigator', { onLine: true });
    });
    afterEach(() => jest.useRealTimers());

    it.each([
      ['the browser would try again', 0],
      ['the browser gave up', FakeEventSource.CLOSED],
    ])('asks for what it missed if %s', (_what, readyState) => {
      const { states } = openTab();
      opened[0]!.readyState = readyState;
      opened[0]!.dispatchEvent(new Event('error'));
      expect([states, opened[0]!.readyState]).toEqual([['reconnecting'], FakeEventSource.CLOSED]);
      jest.advanceTimersByTime(5_000);
      expect(places()).toEqual([null, 'unknown']);
    });

    it('leaves it to the browser if that knows where to go on', () => {
      openTab();
      opened[0]!.send('position', '7');
      opened[0]!.dispatchEvent(new Event('error'));
      jest.advanceTimersByTime(60_000);
      expect(places()).toEqual([null]);
    });
  });

  describe('of an open stream', () => {
    beforeEach(() => {
      jest.useFakeTimers();
      define('navigator', { onLine: true });
    });
    afterEach(() => jest.useRealTimers());

    it('begins where the events stood before the page read its data', () => {
      openTab('42');
      expect(places()).toEqual(['42']);
    });

    it('says that changes are delayed while they do not reach the server', () => {
      const { states } = openTab();
      opened[0]!.dispatchEvent(new Event('open'));
      for (const receiving of [true, false, true]) opened[0]!.beat(receiving);
      expect(states).toEqual(['live', 'live', 'delayed', 'live']);
    });

    it('stays while heartbeats arrive', () => {
      const { states } = openTab();
      for (let at = 0; at < 10; at += 1) {
        opened[0]!.beat();
        jest.advanceTimersByTime(15_000);
      }
      expect([places(), states.at(-1)]).toEqual([[null], 'live']);
    });

    it('is replaced if it is silent for longer than two heartbeats, and goes on where it was', () => {
      const { states } = openTab();
      opened[0]!.send('position', '7');
      opened[0]!.beat();
      jest.advanceTimersByTime(37_499);
      expect(places()).toEqual([null]);
      jest.advanceTimersByTime(1);
      expect([places(), states.at(-1)]).toEqual([[null, '7'], 'reconnecting']);
      expect(opened[0]!.readyState).toBe(FakeEventSource.CLOSED);
    });

    it('is not replaced if the page was closed', () => {
      const { connection } = openTab();
      opened[0]!.beat();
      connection.close();
      jest.advanceTimersByTime(60_000);
      expect(places()).toEqual([null]);
    });
  });

  describe('of tabs of plain http, which have no locks', () => {
    beforeEach(() => define('navigator', { onLine: true }));

    it('goes on after its own place, wherever the streams of others are', async () => {
      const { page } = openTab();
      opened[0]!.send('position', '50');
      page.become('hidden');
      const other = openTab();
      opened[1]!.dispatchEvent(new Event('open'));
      opened[1]!.send('position', '80');
      await delivered();
      define('document', page);
      page.become('visible');
      expect(places()).toEqual([null, null, '50']);
      expect(other.states).toContain('live');
    });

    it('has its own state', async () => {
      const [one, other] = [openTab(), openTab()];
      for (const source of opened) source.dispatchEvent(new Event('open'));
      opened[1]!.dispatchEvent(new Event('error'));
      await delivered();
      expect([one.states.at(-1), other.states.at(-1)]).toEqual(['live', 'reconnecting']);
    });
  });
});
