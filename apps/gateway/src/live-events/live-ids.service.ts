import { Injectable } from '@nestjs/common';
import { Secrets } from '@plaudit/runtime';

/** All sequences have this many digits, so that the length of an id says nothing. */
const DIGITS = 16;
const MAX_ID = 200;

/**
 * Makes the ids of messages and reads them. An id is the encrypted sequence of the stream of events, which all accounts share: plain
 * numbers would tell each account how much happens in the others. Two ids of one sequence differ, so even the ids of heartbeats do not
 * tell whether anything happened. Every replica reads the ids of the others.
 */
@Injectable()
export class LiveIdsService {
  constructor(private readonly secrets: Secrets) {}

  /** Returns the id of a sequence for the streams of an account. */
  idOf(sequence: number, accountId: number): string {
    const text = String(sequence).padStart(DIGITS, '0');
    return this.secrets.encrypt(text, placeOf(accountId)).toString('base64url');
  }

  /**
   * Returns the sequence of the id that a browser received last, null if it sent none, or `unknown` for a text that is no id of this
   * account.
   */
  sequenceIn(id: string | string[] | undefined, accountId: number): number | 'unknown' | null {
    if (id === undefined || id === '') return null;
    if (typeof id !== 'string' || id.length > MAX_ID) return 'unknown';
    try {
      return Number(this.secrets.decrypt(Buffer.from(id, 'base64url'), placeOf(accountId)));
    } catch {
      return 'unknown';
    }
  }
}

function placeOf(accountId: number): string {
  return `live_events/${accountId}`;
}
