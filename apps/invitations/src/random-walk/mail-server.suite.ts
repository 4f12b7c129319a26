import { type ReceivedMail, SeededRandom, type SmtpScript, SmtpStandIn } from '@plaudit/testing';

/** What the mail server does with one conversation. */
export type Fate = keyof typeof SCRIPTS;

/** What became of a mail whose final dot arrived. `unknown`: the client cannot know. */
export type Verdict = 'accepted' | 'deferred' | 'refused' | 'unknown';

const SCRIPTS = {
  accept: {},
  accept_slowly: { delayMs: 40 },
  hold: {},
  greylist: { rcpt: '450 4.2.0 Greylisted' },
  no_such_user: { rcpt: '550 5.1.1 No such user' },
  policy: { rcpt: '550 5.7.1 Not here' },
  drop_before_354: { data: 'drop' },
  drop_in_body: { body: 'drop' },
  drop_after_dot: { end: 'drop' },
  silent_after_dot: { end: 'silence' },
  defer_after_dot: { end: '421 4.3.2 Shutting down' },
  refuse_after_dot: { end: '554 5.7.1 Spam' },
  drop_at_greeting: { greeting: 'drop' },
  defer_sender: { mail: '451 4.3.0 Busy' },
  want_login: { mail: '530 5.7.0 Authentication required' },
} as const satisfies Record<string, SmtpScript>;

const VERDICTS: Readonly<Partial<Record<Fate, Verdict>>> = {
  accept: 'accepted',
  accept_slowly: 'accepted',
  drop_after_dot: 'unknown',
  silent_after_dot: 'unknown',
  defer_after_dot: 'deferred',
  refuse_after_dot: 'refused',
};

/** Of a hundred conversations, so many have this fate. The others are accepted. */
const SHARES: readonly [Fate, number][] = [
  ['accept_slowly', 8],
  ['hold', 2],
  ['greylist', 9],
  ['no_such_user', 3],
  ['policy', 2],
  ['drop_before_354', 5],
  ['drop_in_body', 2],
  ['drop_after_dot', 5],
  ['silent_after_dot', 1],
  ['defer_after_dot', 6],
  ['refuse_after_dot', 3],
];
/** The fates that do not depend on the person, each below this chance. */
const OPENINGS: readonly [number, Fate][] = [
  [0.01, 'want_login'],
  [0.03, 'drop_at_greeting'],
  [0.05, 'defer_sender'],
];
const ANSWERS = {
  accepted: '250 2.0.0 Queued',
  deferred: '451 4.3.0 Later',
  refused: '554 5.7.1 Spam',
} as const;
/** The client gives up after so long without an answer. */
export const CLIENT_WAITS_MS = 7_000;
/** Longer than it takes to notice that the lease of a message has ended. */
const HOLD_MS = 3_000;
const MAX_STUCK = 3;
/** This person's server never takes a mail. */
export const ALWAYS_GREY = 'grey@example.org';

/** One conversation, as the server saw it. */
export interface Conversation {
  number: number;
  /** Milliseconds of the real clock when the connection came in. */
  openedAt: number;
  /** The same in the time of the walk, which jumps. */
  openedOn: number;
  fate: Fate;
  /** In lower case; empty if the conversation ended before RCPT. */
  recipient: string;
  /** The mail, once its final dot has arrived. */
  mail: ReceivedMail | null;
  /** Null until the final dot, and while the answer to it is held back. */
  verdict: Verdict | null;
}

/** A mail server that treats every conversation at random, and remembers all of them. */
export class WalkMailServer {
  readonly conversations: Conversation[] = [];
  private readonly counts = new Map<string, number>();
  private readonly held = new Map<Conversation, (answer: string) => void>();
  private readonly answers = new Map<Conversation, Promise<string>>();
  private acceptsAll = false;
  private read = 0;

  private constructor(
    private readonly smtp: SmtpStandIn,
    private readonly seed: number,
    private readonly walkTime: () => number,
  ) {
    smtp.follow((number, recipient) => this.scriptOf(number, recipient));
  }

  static async start(seed: number, walkTime: () => number): Promise<WalkMailServer> {
    return new WalkMailServer(await SmtpStandIn.start(), seed, walkTime);
  }

  get url(): string {
    return this.smtp.url;
  }

  close(): Promise<void> {
    return this.smtp.close();
  }

  /** The conversations that have a mail, also one that was refused. */
  get mails(): (Conversation & { mail: ReceivedMail })[] {
    this.readMails();
    return this.conversations.filter(
      (one): one is Conversation & { mail: ReceivedMail } => one.mail !== null,
    );
  }

  /** People whose conversation hangs because the server does not answer. */
  get stuckRecipients(): Set<string> {
    this.readMails();
    const silent = this.conversations.filter(
      ({ fate, mail, openedAt }) =>
        fate === 'silent_after_dot' && mail && Date.now() - openedAt < 2 * CLIENT_WAITS_MS,
    );
    return new Set([...silent, ...this.held.keys()].map(({ recipient }) => recipient));
  }

  /** Answers the mails that were held back for a while, some of them with a refusal. */
  releaseHeld(random: SeededRandom): void {
    for (const conversation of this.held.keys()) {
      if (Date.now() - conversation.openedAt > HOLD_MS) {
        this.answer(conversation, random.pick(['accepted', 'deferred', 'refused']));
      }
    }
  }

  /** Accepts every mail from now on. */
  acceptAll(): void {
    this.acceptsAll = true;
    for (const conversation of this.held.keys()) this.answer(conversation, 'accepted');
  }

  private scriptOf(number: number, recipient: string): SmtpScript {
    const conversation = (this.conversations[number] ??= this.open(number));
    if (recipient !== '' && conversation.recipient === '') this.meet(conversation, recipient.toLowerCase());
    if (conversation.fate !== 'hold') return SCRIPTS[conversation.fate];
    const held = this.answers.get(conversation);
    return held ? { held } : {};
  }

  private open(number: number): Conversation {
    const random = new SeededRandom(this.seed * 7_919 + number);
    const chance = random.next();
    const fate = this.acceptsAll ? 'accept' : (OPENINGS.find(([below]) => chance < below)?.[1] ?? 'accept');
    return {
      number,
      openedAt: Date.now(),
      openedOn: this.walkTime(),
      fate,
      recipient: '',
      mail: null,
      verdict: null,
    };
  }

  /** The fate depends on the person and on how often the server met that person, so that a seed repeats it. */
  private meet(conversation: Conversation, recipient: string): void {
    const count = (this.counts.get(recipient) ?? 0) + 1;
    this.counts.set(recipient, count);
    conversation.recipient = recipient;
    if (this.acceptsAll) return;
    conversation.fate = recipient === ALWAYS_GREY ? 'greylist' : this.drawn(`${recipient}#${count}`);
    if (conversation.fate === 'hold') this.hold(conversation);
  }

  private drawn(name: string): Fate {
    let hash = this.seed;
    for (const letter of name) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
    let rest = new SeededRandom(hash).next() * 100;
    for (const [fate, share] of SHARES) {
      rest -= share;
      if (rest >= 0) continue;
      const hangs = fate === 'hold' || fate === 'silent_after_dot';
      return hangs && this.stuckRecipients.size >= MAX_STUCK ? 'accept' : fate;
    }
    return 'accept';
  }

  private hold(conversation: Conversation): void {
    const answer = new Promise<string>((resolve) => this.held.set(conversation, resolve));
    this.answers.set(conversation, answer);
  }

  /** A client that may have stopped waiting gets no answer, so that both sides agree on what it knows. */
  private answer(conversation: Conversation, verdict: keyof typeof ANSWERS): void {
    const isLate = Date.now() - conversation.openedAt > CLIENT_WAITS_MS - 2_000;
    conversation.verdict = isLate ? 'unknown' : verdict;
    this.held.get(conversation)?.(isLate ? 'drop' : ANSWERS[verdict]);
    this.held.delete(conversation);
  }

  private readMails(): void {
    for (const mail of this.smtp.mails.slice(this.read)) {
      const conversation = this.conversations[mail.conversation]!;
      conversation.mail = mail;
      conversation.verdict ??= VERDICTS[conversation.fate] ?? null;
    }
    this.read = this.smtp.mails.length;
  }
}
