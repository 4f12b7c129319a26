import { Injectable } from '@nestjs/common';
import { MAX_REVIEW_REVS, REVIEW_REVS_PATH, type ReviewRevsResponse } from '@plaudit/contracts';
import { ServiceClient, WorkQueue } from '@plaudit/runtime';
import { WidgetsEnv } from '../widgets.env';

/** A visitor waits no longer for the answer. It normally takes a millisecond. */
const MAX_WAIT_MS = 500;
/** The visitors who arrive while two questions are under way share the next one. */
const QUESTIONS = { what: 'questions to the reviews service', maxRunning: 2, maxWaiting: 1 };
const NOTHING: ReadonlyMap<number, AskedRev> = new Map();

/** What the reviews service says about the reviews of a sub account. */
export interface AskedRev {
  rev: number;
  /** True if the reviews service confirms no change before `REV_LEASE_MS` have passed since the question. */
  leased: boolean;
}

/** A question that has not been sent yet. */
interface Question {
  subAccountIds: Set<number>;
  leaseIds: Set<number>;
  /** By sub account. Empty if there is no usable answer. */
  revs: Promise<ReadonlyMap<number, AskedRev>>;
}

/** Asks the reviews service how often the reviews of a sub account have changed. */
@Injectable()
export class ReviewRevsClient {
  private readonly queue: WorkQueue;
  private next: Question | null = null;

  constructor(
    private readonly services: ServiceClient,
    env: WidgetsEnv,
  ) {
    this.queue = new WorkQueue({ ...QUESTIONS, maxWaitMs: MAX_WAIT_MS * env.SERVICE_TIMEOUT_FACTOR });
  }

  /**
   * Returns a rev that includes every change committed before this call, or null if the reviews service does not answer in
   * time. With `lease`, it asks for a lease too. Never throws.
   */
  async find(subAccountId: number, lease: boolean): Promise<AskedRev | null> {
    this.next ??= this.open();
    const { subAccountIds, leaseIds, revs } = this.next;
    if (subAccountIds.size < MAX_REVIEW_REVS) {
      subAccountIds.add(subAccountId);
      if (lease) leaseIds.add(subAccountId);
    }
    return (await revs).get(subAccountId) ?? null;
  }

  private open(): Question {
    const subAccountIds = new Set<number>();
    const leaseIds = new Set<number>();
    const close = (): void => {
      if (this.next?.subAccountIds === subAccountIds) this.next = null;
    };
    const revs = this.queue.run(async () => {
      // The caller that opened the question has not added to it yet.
      await Promise.resolve();
      close();
      return this.ask([...subAccountIds], [...leaseIds]);
    });
    // The ServiceClient has logged the error.
    return { subAccountIds, leaseIds, revs: revs.catch(() => NOTHING).finally(close) };
  }

  private async ask(subAccountIds: number[], leaseIds: number[]): Promise<ReadonlyMap<number, AskedRev>> {
    const { status, body } = await this.services.request<ReviewRevsResponse>('reviews', {
      method: 'POST',
      path: REVIEW_REVS_PATH,
      body: { sub_account_ids: subAccountIds, lease_ids: leaseIds },
      timeoutMs: MAX_WAIT_MS,
      lane: 'revs',
    });
    if (status !== 200 || !Array.isArray(body?.revs)) return NOTHING;
    const leased = new Set(body.leased_ids);
    const answers = subAccountIds.map(
      (id, index) => [id, { rev: body.revs[index], leased: leased.has(id) }] as const,
    );
    return new Map(
      answers.filter((answer): answer is [number, AskedRev] => Number.isSafeInteger(answer[1].rev)),
    );
  }
}
