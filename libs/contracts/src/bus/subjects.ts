import type { DomainEvent } from '../envelope';

/** Returns `<noun>.<verb>.v<N>.<account>.<sub account>`. Account-level events have 0 as sub account. */
export function subjectOf(
  event: Pick<DomainEvent, 'type' | 'dataversion' | 'accountid' | 'subaccountid'>,
): string {
  return `${event.type}.v${event.dataversion}.${event.accountid}.${event.subaccountid}`;
}

export interface ParsedSubject {
  name: string;
  version: number;
  /** `<noun>.<verb>.v<N>`, the pattern that a handler subscribes to. */
  pattern: string;
  accountId: number;
  subAccountId: number;
}

const SUBJECT = /^([a-z_]+\.[a-z_]+)\.v(\d+)\.(\d+)\.(\d+)$/;

/** Parses a subject. Returns null if it is not the subject of an event. */
export function parseSubject(subject: string): ParsedSubject | null {
  const match = SUBJECT.exec(subject);
  if (!match) return null;
  const [, name, version, account, subAccount] = match as unknown as [string, string, string, string, string];
  return {
    name,
    version: Number(version),
    pattern: `${name}.v${version}`,
    accountId: Number(account),
    subAccountId: Number(subAccount),
  };
}

/** Returns the subject of the messages that only this durable receives. They are stored in the stream DIRECT. */
export function directSubject(durable: string): string {
  return `direct.${durable}`;
}

/** Returns the subject of the dead letters of a durable. They are stored in the stream DLQ. */
export function deadLetterSubject(durable: string): string {
  return `dlq.${durable}`;
}

/** Returns the core NATS subject on which the replicas of a service exchange messages. */
export function peersSubject(service: string): string {
  return `peers.${service}`;
}

/** Returns the core NATS subject that wakes a service's relay after a commit in another process. */
export function wakeSubject(service: string): string {
  return `wake.${service}`;
}
