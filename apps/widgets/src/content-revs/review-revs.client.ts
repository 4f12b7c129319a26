import { Injectable } from '@nestjs/common';
import { MAX_REVIEW_REVS, REVIEW_REVS_PATH, type ReviewRevsResponse } from '@plaudit/contracts';
import { ServiceClient, WorkQueue } from '@plaudit/runtime';
import { WidgetsEnv } from '../widgets.env';

/** A visitor waits no longer for the answer. It normally takes a millisecond. */
const MAX_WAIT_MS = 500;
/** The visitors who arrive while two questions are under way share the next one. */
const QUESTIONS = { what: 'questions to the reviews service', maxRunning: 2, maxWaiting: 1 };

/** By sub account. */
type Revs = ReadonlyMap<number, number>;
const NOTHING: Revs = new Map();

/** A question that has not been sent yet. */
interface Question {
  subAccountIds: Set<number>;
  /** Empty if there is no usable answer. */
  revs: Promise<Revs>;
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
   * time. Never throws.
   */
  async find(subAccountId: number): Promise<number | null> {
    this.next ??= this.open();
    const { subAccountIds, revs } = this.next;
    if (subAccountIds.size < MAX_REVIEW_REVS) subAccountIds.add(subAccountId);
    return (await revs).get(subAccountId) ?? null;
  }

  private open(): Question {
    const subAccountIds = new Set<number>();
    const close = (): void => {
      if (this.next?.subAccountIds === subAccountIds) this.next = null;
    };
    const revs = this.queue.run(async () => {
      // The caller that opened the question has not added to it yet.
      await Promise.resolve();
      close();
      return this.ask([...subAccountIds]);
    });
    // The ServiceClient has logged the error.
    return { subAccountIds, revs: revs.catch(() => NOTHING).finally(close) };
  }

  private async ask(subAccountIds: number[]): Promise<Revs> {
    const { status, body } = await this.services.request<ReviewRevsResponse>('reviews', {
      method: 'POST',
      path: REVIEW_REVS_PATH,
      body: { sub_account_ids: subAccountIds },
      timeoutMs: MAX_WAIT_MS,
      lane: 'revs',
    });
    if (status !== 200 || !Array.isArray(body?.revs)) return NOTHING;
    const answers = subAccountIds.map((id, index) => [id, body.revs[index]] as const);
    return new Map(answers.filter((answer): answer is [number, number] => Number.isSafeInteger(answer[1])));
  }
}
