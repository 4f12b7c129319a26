/** What changed in one second. If more than 50 objects changed, it has the number of `changes` and no ids. */
interface Change {
  kind: string;
  /** Set if one object changed. */
  id?: number;
  ids?: number[];
  changes?: number;
}

/** An event of the server. It carries ids and counters, and never data. */
export interface LiveEvents {
  /** Channel and status are set if all of the reviews share them. */
  'review.changed': {
    kind: 'created' | 'updated' | 'deleted';
    ids: number[];
    changes?: number;
    channel_id?: number;
    status?: string;
  };
  'channel.changed': Change;
  'crawl.progress': {
    channel_id: number;
    stage: 'queued' | 'reading' | 'done' | 'failed';
    page: number;
    found: number;
    /** The number of reviews that the platform names, if it is known. */
    total: number | null;
  };
  'invite.changed': Change;
  'webhook.delivery': { webhook_id: number; kind?: string };
  'widget.changed': Change;
  'session.ended': object;
  /** Events were missed. Everything may have changed. */
  resync: object;
}
export type LiveEventName = keyof LiveEvents;
/** `delayed`: the server answers, but changes do not reach it at present. */
export type ConnectionState = 'live' | 'delayed' | 'reconnecting' | 'offline';

type Listener = (name: LiveEventName, data: LiveEvents[LiveEventName]) => void;
type Message =
  | { kind: 'event'; name: LiveEventName; data: LiveEvents[LiveEventName]; id: string }
  | { kind: 'state'; state: ConnectionState; id: string }
  | { kind: 'state?' };

const NAMES: readonly LiveEventName[] = [
  'review.changed',
  'channel.changed',
  'crawl.progress',
  'invite.changed',
  'webhook.delivery',
  'widget.changed',
  'session.ended',
  'resync',
];

/** The pause before a new EventSource takes the place of one that does not reconnect by itself, in ms. */
const REOPEN_MS = 5_000;
/** A stream that was silent for this many heartbeats is dead, even if the browser holds its connection for open. */
const MAX_SILENT_HEARTBEATS = 2.5;

interface Heartbeat {
  every_ms: number;
  /** False while changes do not reach the server. */
  receiving: boolean;
}

/**
 * Receives the live events of one sub account. One tab of the browser holds the connection and passes the events on to the
 * others, because browsers allow only six connections to a host over HTTP/1.1. When that tab closes, another takes over.
 */
export class LiveConnection {
  /** Where the tabs tell each other. Null if each has a stream of its own. */
  private readonly channel: BroadcastChannel | null = null;
  private readonly stopped = new AbortController();
  private source: EventSource | null = null;
  private current: ConnectionState = 'reconnecting';
  /** Where the next stream goes on, if this tab opens it. */
  private lastEventId = '';
  /** True once this tab or another one had a stream, or waited in vain for one. */
  private mayHaveMissed = false;
  /** Set once the server said how often it sends a heartbeat. */
  private heartbeatMs: number | null = null;
  private silence: ReturnType<typeof setTimeout> | undefined;

  /** `from` is where the events stood before the page read its data. */
  constructor(
    private readonly subAccountId: number,
    private readonly onEvent: Listener,
    private readonly onState: (state: ConnectionState) => void,
    from: string | null = null,
  ) {
    this.lastEventId = from ?? '';
    // Browsers have no locks on pages of plain http.
    if (!('locks' in navigator)) {
      this.openWhileVisible();
      return;
    }
    this.channel = new BroadcastChannel(`plaudit.live.${subAccountId}`);
    this.channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.receive(data));
    this.post({ kind: 'state?' });
    void this.lead();
  }

  /** Where a stream would go on, if this is known. */
  get position(): string | null {
    return this.lastEventId || null;
  }

  close(): void {
    this.stopped.abort();
    clearTimeout(this.silence);
    this.source?.close();
    this.channel?.close();
  }

  /** Waits until no other tab leads, then leads until this connection is closed. */
  private async lead(): Promise<void> {
    const { signal } = this.stopped;
    try {
      await navigator.locks.request(`plaudit.live.${this.subAccountId}`, { signal }, () => {
        // Until the server answers, nothing is live any more.
        this.tell('reconnecting');
        this.open();
        return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Holds a connection of its own while the tab is visible, because hidden tabs would take the six of the browser. */
  private openWhileVisible(): void {
    const follow = (): void => {
      if (document.visibilityState === 'visible') this.open();
      else {
        clearTimeout(this.silence);
        this.source?.close();
        this.source = null;
      }
    };
    document.addEventListener('visibilitychange', follow, { signal: this.stopped.signal });
    if (document.visibilityState === 'visible') this.open();
  }

  private open(): void {
    if (this.stopped.signal.aborted) return;
    // A connection that goes on without an id may have missed events, and receives a resync.
    const from = this.lastEventId || (this.mayHaveMissed ? 'unknown' : '');
    const last = from && `&last_event_id=${encodeURIComponent(from)}`;
    const source = new EventSource(`/app/events?sub_account=${this.subAccountId}${last}`);
    this.source = source;
    this.heartbeatMs = null;
    source.addEventListener('open', () => {
      this.mayHaveMissed = true;
      this.tell('live');
    });
    source.addEventListener('heartbeat', ({ data }: MessageEvent<string>) => {
      const { every_ms, receiving } = JSON.parse(data) as Heartbeat;
      this.heartbeatMs = every_ms;
      this.awaitHeartbeat(source);
      this.tell(receiving ? 'live' : 'delayed');
    });
    source.addEventListener('position', ({ lastEventId }: MessageEvent<string>) => {
      this.lastEventId = lastEventId;
      this.tell(this.current);
    });
    source.addEventListener('error', () => {
      clearTimeout(this.silence);
      this.tell(navigator.onLine ? 'reconnecting' : 'offline');
      this.mayHaveMissed = true;
      // The browser connects again by itself, but it asks for what was missed only if it knows where to go on.
      if (source.readyState !== EventSource.CLOSED && this.lastEventId) return;
      source.close();
      setTimeout(() => this.source === source && this.open(), REOPEN_MS);
    });
    for (const name of NAMES) {
      source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        this.lastEventId = lastEventId || this.lastEventId;
        const event = JSON.parse(data) as LiveEvents[typeof name];
        this.post({ kind: 'event', name, data: event, id: lastEventId });
        this.onEvent(name, event);
      });
    }
  }

  /** Opens another stream if this one stays silent. The connection may have broken on the way without a word to either end. */
  private awaitHeartbeat(source: EventSource): void {
    clearTimeout(this.silence);
    if (this.heartbeatMs === null) return;
    this.silence = setTimeout(() => {
      source.close();
      if (this.source !== source) return;
      this.mayHaveMissed = true;
      this.tell('reconnecting');
      this.open();
    }, this.heartbeatMs * MAX_SILENT_HEARTBEATS);
  }

  private receive(message: Message): void {
    if (message.kind === 'state?') {
      if (this.source) this.tell(this.current);
      return;
    }
    // If this tab takes over, it goes on where the other was.
    this.lastEventId = message.id || this.lastEventId;
    if (message.kind === 'event') this.onEvent(message.name, message.data);
    else {
      this.mayHaveMissed ||= message.state === 'live' || message.state === 'delayed';
      this.onState(message.state);
    }
  }

  private tell(state: ConnectionState): void {
    this.current = state;
    this.post({ kind: 'state', state, id: this.lastEventId });
    this.onState(state);
  }

  private post(message: Message): void {
    this.channel?.postMessage(message);
  }
}
