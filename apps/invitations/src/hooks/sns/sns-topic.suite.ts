import { createSign } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import {
  type FixtureServer,
  type RecordedRequest,
  startFixtureServer,
  temporaryFolder,
  writeCertificates,
} from '@plaudit/testing';

export const SNS_ORIGIN = 'https://sns.eu-west-1.amazonaws.com';

const SIGNED = ['Message', 'MessageId', 'SubscribeURL', 'Subject', 'Timestamp', 'Token', 'TopicArn', 'Type'];

/** A stand-in for Amazon SNS that serves its certificate and signs messages. */
export class SnsTopic {
  private constructor(
    private readonly server: FixtureServer,
    private readonly key: string,
    private readonly topicArn: string,
  ) {}

  static async start(topicArn: string): Promise<SnsTopic> {
    const folder = temporaryFolder('sns-');
    const files = writeCertificates(folder);
    const [key, certificate] = [files['server.key'], files['server.crt']].map((path) =>
      readFileSync(path, 'utf8'),
    );
    rmSync(folder, { recursive: true });
    // The API of Amazon answers on the host of the certificates, and may return text of a stranger.
    const server = await startFixtureServer(() => ({ body: certificate }));
    return new SnsTopic(server, key as string, topicArn);
  }

  /** The ORIGIN_OVERRIDES setting that directs a service to this server. */
  get override(): string {
    return `${SNS_ORIGIN}=${this.server.url}`;
  }

  get requests(): RecordedRequest[] {
    return this.server.requests;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Returns the body of a signed notification. `changes` are signed, except for a signature. */
  message(text: string, changes: Record<string, string> = {}): string {
    const fields: Record<string, string> = {
      Type: 'Notification',
      MessageId: 'm1',
      TopicArn: this.topicArn,
      Message: text,
      Timestamp: new Date().toISOString(),
      SignatureVersion: '2',
      SigningCertURL: `${SNS_ORIGIN}/SimpleNotificationService-1.pem`,
      ...changes,
    };
    const signed = SIGNED.filter((name) => fields[name] !== undefined).map(
      (name) => `${name}\n${fields[name]}\n`,
    );
    const Signature = createSign('sha256').update(signed.join('')).sign(this.key, 'base64');
    return JSON.stringify({ Signature, ...fields });
  }
}
