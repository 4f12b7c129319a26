import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@plaudit/testing';

const MAILS = '/app/mailbox/mails';

interface Visitor {
  /** Of the product. */
  origin: string;
  /** The cookie of a session. */
  cookie: string;
  /** DATA_DIR of the product. */
  dataDir: string;
}

/** The mails that a product without a mail server keeps, as one of its users sees them. */
export class CaughtMails {
  constructor(private readonly visitor: Visitor) {}

  /** Waits for a mail to a person and returns the id of the newest one. */
  async to({ recipient }: { recipient: string }): Promise<string> {
    const [mail] = await eventually(
      async () => (await this.list()).filter(({ to }) => to.includes(recipient)),
      ({ length }) => length > 0,
      `the mail to ${recipient}`,
    );
    return (mail as { id: string }).id;
  }

  htmlOf(id: string): Promise<string> {
    return this.get(`${MAILS}/${id}/html`);
  }

  /** Returns the headers as they were sent, each on one line. */
  headersOf(id: string): string {
    const raw = readFileSync(join(this.visitor.dataDir, 'mailbox', `${id}.eml`), 'utf8');
    return raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  }

  private async list(): Promise<{ id: string; to: string }[]> {
    const { mails } = JSON.parse(await this.get(MAILS)) as { mails: { id: string; to: string }[] };
    return mails;
  }

  private async get(path: string): Promise<string> {
    const { origin, cookie } = this.visitor;
    return (await fetch(origin + path, { headers: { cookie } })).text();
  }
}
