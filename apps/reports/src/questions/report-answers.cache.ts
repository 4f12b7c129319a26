import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, EncodedBody } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';

/** An answer as JSON, and a hash of it. */
export interface KeptAnswer {
  body: EncodedBody;
  hash: string;
}

const KEPT_MS = 60_000;
const MAX_ANSWERS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * Keeps answers for a minute. A key names everything that its answer depends on, so an entry is never outdated, and nothing has to
 * be dropped. Concurrent requests for one answer share its computation.
 */
@Injectable()
export class ReportAnswersCache {
  private readonly answers: LRUCache<string, KeptAnswer, () => Promise<object>>;

  constructor(clock: Clock) {
    this.answers = new LRUCache({
      max: MAX_ANSWERS,
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_ANSWER_BYTES,
      // An entry also holds its compressed forms.
      sizeCalculation: ({ body }, key) => body.bytes * 2 + key.length * 2 + 500,
      ttl: KEPT_MS,
      ttlResolution: 0,
      // Other answers may evict an entry while it is computed. Without this its requests would fail.
      ignoreFetchAbort: true,
      perf: { now: () => clock.now().getTime() },
      fetchMethod: async (_key, _stale, { context: compute }) => keep(await compute()),
    });
  }

  /** Returns the answer of this key, which `compute` makes if it is not kept. Throws what `compute` throws. */
  get(key: string, compute: () => Promise<object>): Promise<KeptAnswer> {
    return this.answers.forceFetch(key, { context: compute });
  }
}

function keep(answer: object): KeptAnswer {
  const json = JSON.stringify(answer);
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 22);
  return { body: new EncodedBody(json), hash };
}
