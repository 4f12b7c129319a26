import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NARROW, useMedia } from '../../../app/use-media';
import { Button } from '../../../components/controls/button';
import { Empty } from '../../../components/display/states';
import { apiDate, useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { Loaded } from '../parts/loaded';
import { SectionHeader } from '../parts/section';
import { useSettingsSearch } from '../parts/use-settings-search';
import { type MailLine, mailQuery, mailsQuery } from './mailbox-query';

/** The mails that this server keeps instead of sending them. The address has the open one. */
export function MailboxSection(): ReactNode {
  const t = useTexts('settings');
  const common = useTexts('common');
  const query = useQuery(mailsQuery);
  const narrow = useMedia(NARROW);
  const [{ mail: open }, change] = useSettingsSearch();
  const onlyMail = narrow && open !== undefined;
  return (
    <>
      <SectionHeader
        title={t('mailbox')}
        actions={
          onlyMail && (
            <Button icon="back" onClick={() => change({ mail: undefined })}>
              {common('back')}
            </Button>
          )
        }
      >
        {t('mailbox_text')}
      </SectionHeader>
      <Loaded query={query}>
        {(mails) =>
          mails.length === 0 ? (
            <Empty icon="mail" title={t('no_mails')}>
              {t('no_mails_text')}
            </Empty>
          ) : (
            <div className="mailbox">
              {!onlyMail && <MailList mails={mails} open={open} onOpen={(id) => change({ mail: id })} />}
              {open ? (
                <OpenMail id={open} key={open} />
              ) : (
                !narrow && (
                  <Empty icon="mail" title={t('choose_mail')}>
                    {t('choose_mail_text')}
                  </Empty>
                )
              )}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function MailList({
  mails,
  open,
  onOpen,
}: {
  mails: readonly MailLine[];
  open: string | undefined;
  onOpen: (id: string) => void;
}): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  return (
    <ul aria-label={t('mailbox')}>
      {mails.map(({ id, to, subject, sent_on }) => (
        <li key={id}>
          <button type="button" aria-current={id === open || undefined} onClick={() => onOpen(id)}>
            <span className="flex gap-2">
              <b className="truncate font-medium" dir="auto">
                {subject}
              </b>
              <span className="help-text ms-auto whitespace-nowrap">{formats.age(apiDate(sent_on))}</span>
            </span>
            <span className="help-text truncate">{to}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function OpenMail({ id }: { id: string }): ReactNode {
  const t = useTexts('settings');
  const formats = useFormats();
  const query = useQuery(mailQuery(id));
  return (
    <Loaded query={query}>
      {(mail) => (
        <article className="grid min-w-0 content-start gap-3 px-6 py-4 max-sm:px-4">
          <h3 className="text-16 font-semibold" dir="auto">
            {mail.subject}
          </h3>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-12 break-words">
            <dt className="text-text-3">{t('mail_from')}</dt>
            <dd>{mail.from}</dd>
            <dt className="text-text-3">{t('mail_to')}</dt>
            <dd>{mail.to}</dd>
            <dt className="text-text-3">{t('mail_sent')}</dt>
            <dd>{formats.moment(apiDate(mail.sent_on))}</dd>
          </dl>
          {mail.html ? (
            <iframe
              className="h-140 w-full rounded-8 border border-line bg-[#fff]"
              title={mail.subject}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              src={`/app/mailbox/mails/${encodeURIComponent(id)}/html`}
            />
          ) : (
            <pre className="code" dir="auto">
              {mail.text}
            </pre>
          )}
        </article>
      )}
    </Loaded>
  );
}
