import { queryOptions } from '@tanstack/react-query';
import { appRequest } from '../../../api/app-requests';

export interface MailLine {
  id: string;
  from: string;
  to: string;
  subject: string;
  sent_on: string;
}

export interface Mail extends MailLine {
  text: string | null;
  /** True if the mail has an HTML part. */
  html: boolean;
}

/** New mails appear after this long, in ms. */
const LOOK_EVERY_MS = 10_000;

export const mailsQuery = queryOptions({
  queryKey: ['session', 'mailbox'],
  queryFn: async ({ signal }) =>
    (await appRequest<{ mails: MailLine[] }>('/mailbox/mails', { signal })).mails,
  refetchInterval: LOOK_EVERY_MS,
});

export function mailQuery(id: string) {
  return queryOptions({
    queryKey: ['session', 'mailbox', id],
    queryFn: async ({ signal }) =>
      (await appRequest<{ mail: Mail }>(`/mailbox/mails/${encodeURIComponent(id)}`, { signal })).mail,
    staleTime: Infinity,
  });
}
