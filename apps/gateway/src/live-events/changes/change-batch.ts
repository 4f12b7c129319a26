import type { Change, ChangeName } from './change';
import { message } from '../sse';

/**
 * The most ids in one message. A message about more objects has the number of changes instead: the page reads its whole list again
 * in any case, and the number needs no memory.
 */
export const MAX_IDS = 50;
/** Notices of one kind in one batch. The others wait for the next one. */
const MAX_NOTICES = 50;
/** Objects whose notices may wait. */
const MAX_WAITING = 1_000;

/** The changes of one name and kind. */
interface Group {
  name: ChangeName;
  kind: string;
  ids: Set<number>;
  changes: number;
  /** Undefined if the changes differ in it. */
  channelId: number | null | undefined;
  status: string | null | undefined;
}

/** What is to be sent about one object, which the next notice about it replaces. */
export interface Notice {
  name: 'crawl.progress' | 'webhook.delivery';
  id: number;
  data: object;
}

/** Gathers changes and notices, and writes them as few messages, at most one for each kind and id. */
export class ChangeBatch {
  private readonly groups = new Map<string, Group>();
  private readonly notices = new Map<string, Notice>();
  private first: number | null = null;
  private last: number | null = null;

  get isEmpty(): boolean {
    return this.groups.size === 0 && this.notices.size === 0;
  }

  /** The sequence of the first change in the batch, or null if it has none. */
  get firstSequence(): number | null {
    return this.first;
  }

  add(change: Change, sequence: number): void {
    this.first ??= sequence;
    this.last = sequence;
    const { name, kind, id, channelId, status } = change;
    const key = `${name} ${kind}`;
    let group = this.groups.get(key);
    if (!group) {
      group = { name, kind, ids: new Set(), changes: 0, channelId, status };
      this.groups.set(key, group);
    }
    group.changes += 1;
    if (group.ids.size <= MAX_IDS) group.ids.add(id);
    if (group.channelId !== channelId) group.channelId = undefined;
    if (group.status !== status) group.status = undefined;
  }

  addNotice(notice: Notice): void {
    const key = `${notice.name} ${notice.id}`;
    if (this.notices.size < MAX_WAITING || this.notices.has(key)) this.notices.set(key, notice);
  }

  /**
   * Returns the messages and empties the batch, except for notices beyond the limit. The last message about a change has the id
   * of the newest one: a client that gets only some of the messages resumes before all of them.
   */
  take(idOf: (sequence: number) => string): string {
    const texts: string[] = [];
    for (const [key, { name, data }] of [...this.notices].slice(0, MAX_NOTICES)) {
      texts.push(message(name, data));
      this.notices.delete(key);
    }
    const groups = [...this.groups.values()];
    groups.forEach((group, at) => {
      const id = at === groups.length - 1 && this.last !== null ? idOf(this.last) : null;
      texts.push(message(group.name, dataOf(group), id));
    });
    this.groups.clear();
    this.first = null;
    this.last = null;
    return texts.join('');
  }
}

function dataOf({ name, kind, ids, changes, channelId, status }: Group): object {
  const [only] = ids;
  if (name !== 'review.changed' && ids.size === 1) {
    return name === 'webhook.delivery' ? { webhook_id: only, kind } : { id: only, kind };
  }
  return {
    kind,
    ...(ids.size <= MAX_IDS ? { ids: [...ids] } : { ids: [], changes }),
    ...(channelId === undefined || channelId === null ? {} : { channel_id: channelId }),
    ...(status === undefined || status === null ? {} : { status }),
  };
}
