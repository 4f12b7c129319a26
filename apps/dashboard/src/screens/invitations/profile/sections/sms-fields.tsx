import type { ReactNode } from 'react';
import { SelectField, TextField } from '../../../../components/controls/field';
import { useTexts } from '../../../../i18n/texts';
import type { ProfileDraft } from '../profile-draft';
import { MAX_SEGMENTS, smsSize, withLink } from '../sms-size';
import type { ProfileEditor } from '../use-profile-editor';
import { TextSettingField } from './text-setting-field';

/** The text message and its length. */
export function SmsFields({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { draft, change, errorOf } = editor;
  const set = (part: Partial<ProfileDraft['sms']>): void => change({ sms: { ...draft.sms, ...part } });
  const { body, channel, from } = draft.sms;
  return (
    <>
      <TextSettingField
        label={t('sms_body')}
        value={body}
        rows={4}
        maxLength={459}
        error={errorOf('sms.body')}
        onChange={(text) => set({ body: text })}
      />
      {body !== null && (channel === 'sms' ? <SmsLength body={body} /> : <WhatsAppLength body={body} />)}
      <div className="profile-two">
        <TextField
          label={t('sms_from')}
          help={t('sms_from_help')}
          value={from ?? ''}
          maxLength={20}
          error={errorOf('sms.from')}
          onChange={(event) => set({ from: event.target.value.trim() || null })}
        />
        <SelectField
          label={t('sms_channel')}
          value={channel}
          error={errorOf('sms.channel')}
          choices={[
            { value: 'sms', label: t('sms_channel_sms') },
            { value: 'whatsapp', label: t('sms_channel_whatsapp') },
          ]}
          onChange={(event) => set({ channel: event.target.value as 'sms' | 'whatsapp' })}
        />
      </div>
    </>
  );
}

/** WhatsApp bills a message as one, in any alphabet. */
function WhatsAppLength({ body }: { body: string }): ReactNode {
  const t = useTexts('invite_profile');
  return (
    <p className="help" role="status">
      {t('whatsapp_size', { count: [...withLink(body)].length })}
    </p>
  );
}

const MAX_NAMED = 10;

/** How many segments a text takes, and which characters make it take more. */
function SmsLength({ body }: { body: string }): ReactNode {
  const t = useTexts('invite_profile');
  const { body: sent, segments, foreign } = smsSize(body);
  const names = foreign.slice(0, MAX_NAMED).join('  ') + (foreign.length > MAX_NAMED ? ' …' : '');
  return (
    <div role="status">
      <p className={segments > MAX_SEGMENTS ? 'help bad' : 'help'}>
        {t('sms_size', { characters: [...sent].length, count: segments })}
      </p>
      {foreign.length > 0 && (
        <p className="help warn">{t('sms_unicode', { count: foreign.length, characters: names })}</p>
      )}
    </div>
  );
}
