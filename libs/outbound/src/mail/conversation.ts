type Line = (data: unknown, text?: unknown) => void;

/**
 * Follows one SMTP conversation through the log of nodemailer, whose errors do not tell whether the server had the mail. Nothing
 * of it is kept or written, because the lines have addresses in them.
 */
export class Conversation {
  private commands = 0;
  private replies = 0;
  private dataCommand = 0;
  private accepted = false;

  /** True as soon as the server has asked for the mail. It may have taken the mail since. */
  get dataAccepted(): boolean {
    return this.accepted;
  }

  /** The logger for nodemailer. It needs `transactionLog: true`. */
  readonly logger = {
    level: (): void => undefined,
    trace: ignore,
    debug: ((data, text) => this.note(phaseOf(data), String(text))) as Line,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
  };

  private note(side: unknown, text: string): void {
    if (side === 'client') this.sent(text);
    else if (side === 'server') this.answered(text);
  }

  private sent(command: string): void {
    this.commands += 1;
    if (command === 'DATA') this.dataCommand = this.commands;
  }

  /**
   * The first reply is the greeting, so the reply to a command is one further on. Some servers answer DATA with 250, which nodemailer
   * accepts. A client that pipelines sends DATA before it has the answers to the commands before.
   */
  private answered(reply: string): void {
    this.replies += 1;
    const isOfData = this.dataCommand > 0 && this.replies === this.dataCommand + 1;
    if (reply.startsWith('354') || (isOfData && /^[23]/.test(reply))) this.accepted = true;
  }
}

function phaseOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null ? (data as { tnx?: unknown }).tnx : undefined;
}

function ignore(): void {}
