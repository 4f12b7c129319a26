import type { DomainEvent } from './envelope';

/** `<noun>.<verb>.v<N>.<account>.<sub account>`; account-level events carry 0 as sub account. */
export function subjectOf(
  event: Pick<DomainEvent, 'type' | 'dataversion' | 'accountid' | 'subaccountid'>,
): string {
  return `${event.type}.v${event.dataversion}.${event.accountid}.${event.subaccountid}`;
}

export interface ParsedSubject {
  name: string;
  version: number;
  /** `<noun>.<verb>.v<N>`, what a handler subscribes to. */
  pattern: string;
  accountId: number;
  subAccountId: number;
}

const SUBJECT = /^([a-z_]+\.[a-z_]+)\.v(\d+)\.(\d+)\.(\d+)$/;

/** Reads a subject back; null when it is not an event's. */
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

/** The core subject on which the replicas of a service hear each other. */
export function peersSubject(service: string): string {
  return `peers.${service}`;
}

/** The core subject that wakes a service's relay after a commit in another process. */
export function wakeSubject(service: string): string {
  return `wake.${service}`;
}
