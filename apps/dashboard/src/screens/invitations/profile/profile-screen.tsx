import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isMissing } from '../../../api/api-error';
import { useApi } from '../../../api/api';
import { isId } from '../../../app/search-params';
import { useShortcuts } from '../../../app/shortcuts';
import { Button } from '../../../components/controls/button';
import { Icon } from '../../../components/display/icon';
import { Tag } from '../../../components/display/labels';
import { Note } from '../../../components/display/note';
import { Empty, Loading, LoadError } from '../../../components/display/states';
import { TopBar } from '../../../components/layout/page';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import { LeaveGuard } from '../../../components/forms/leave-guard';
import { MakerNote } from '../../../components/forms/maker-note';
import { modCap } from '../../../components/forms/mod-enter';
import { useProfiles } from '../invite-queries';
import { useProfileActs } from '../profiles/use-profile-acts';
import { needsDefaultMark } from '../default-mark';
import { PreviewPanel } from './preview/preview-panel';
import { placeOfSetting } from './place-of-setting';
import type { InviteSettings } from './profile-draft';
import { useProfile } from './profile-queries';
import { GeneralSection } from './sections/general-section';
import { LimitsSection } from './sections/limits-section';
import { LinksSection } from './sections/links-section';
import { SequenceSection } from './sections/sequence-section';
import { WindowSection } from './sections/window-section';
import { usePlace } from './use-place';
import { type ProfileEditor, useProfileEditor } from './use-profile-editor';
import '../invitations.css';

/** A settings profile: the sequence of its messages, when they are sent, where they lead, and what they say. */
export function ProfileScreen(): ReactNode {
  const { profile } = useParams({ from: '/$account/invitations/profiles/$profile' });
  const t = useTexts('invite_profile');
  const id = Number(profile);
  const { data, error, refetch } = useProfile(id);
  const missing = !isId(profile) || isMissing(error);
  if (data && !missing) return <Editor key={id} id={id} saved={data} />;
  return (
    <>
      <TopBar title={t('profiles')} />
      {missing && (
        <Empty
          icon="search"
          title={t('missing')}
          action={<ProfilesLink className="btn">{t('to_profiles')}</ProfilesLink>}
        >
          {t('missing_text')}
        </Empty>
      )}
      {error && !missing && <LoadError error={error} retry={() => void refetch()} />}
      {!error && !missing && <Loading />}
    </>
  );
}

function Editor({ id, saved }: { id: number; saved: InviteSettings }): ReactNode {
  const t = useTexts('invite_profile');
  const mayWrite = useCan('invites:write');
  const editor = useProfileEditor(id, saved);
  useRefusedField(editor);
  useShortcuts([{ keys: 'mod+s', run: () => mayWrite && editor.save() }]);
  return (
    <>
      <TopBar
        title={saved.name}
        crumbs={
          <>
            <ProfilesLink className="crumb">{t('profiles')}</ProfilesLink>
            <Icon name="chevron-right" size="small" />
          </>
        }
        actions={
          <>
            {needsDefaultMark({ name: saved.name, isDefault: saved.default }) && <Tag>{t('default')}</Tag>}
            {mayWrite && <SaveButtons editor={editor} />}
          </>
        }
      />
      <div className="profile">
        <fieldset className="profile-settings" disabled={!mayWrite}>
          <ProfileMaker id={id} saved={saved} mayTakeOver={mayWrite && !editor.isUnsaved} />
          {!mayWrite && <Note tone="info">{t('read_only')}</Note>}
          {editor.refused && <Note tone="bad">{t('save_failed')}</Note>}
          <SequenceSection editor={editor} />
          <WindowSection editor={editor} />
          <LimitsSection editor={editor} />
          <LinksSection editor={editor} />
          <GeneralSection editor={editor} />
        </fieldset>
        <PreviewPanel editor={editor} />
      </div>
      <LeaveGuard active={editor.isUnsaved} />
    </>
  );
}

/** Names who set the addresses of the profile, and lets a person take it over while it is paused. */
function ProfileMaker({
  id,
  saved: { from_email, reply_to, review_url, logo_url },
  mayTakeOver,
}: {
  id: number;
  saved: InviteSettings;
  mayTakeOver: boolean;
}): ReactNode {
  const entry = useProfiles().find((one) => one.id === id);
  const { takeOver } = useProfileActs();
  const [busy, setBusy] = useState(false);
  if (!entry) return null;
  const run = (): void => {
    setBusy(true);
    void takeOver(id).finally(() => setBusy(false));
  };
  const addresses = [from_email, reply_to, review_url, logo_url].filter((address) => address !== null);
  return (
    <MakerNote made={entry} addresses={addresses} mayTakeOver={mayTakeOver} busy={busy} onTakeOver={run} />
  );
}

/** Opens the message that has the refused setting and leads to its field. */
function useRefusedField({ draft, refused }: ProfileEditor): void {
  const [, setPlace] = usePlace(draft);
  const open = useRef(setPlace);
  useEffect(() => {
    open.current = setPlace;
  });
  useEffect(() => {
    if (refused === null) return undefined;
    const place = placeOfSetting(refused);
    if (place) open.current(place);
    const timer = setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return () => clearTimeout(timer);
  }, [refused]);
}

function SaveButtons({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const { isUnsaved, isSaving, discard, save } = editor;
  return (
    <>
      {isUnsaved && (
        <>
          <span className="help-text profile-unsaved" role="status">
            {t('unsaved')}
          </span>
          <Button kind="quiet" onClick={discard}>
            {t('discard')}
          </Button>
        </>
      )}
      <Button
        kind="primary"
        className="profile-save"
        shortcut={modCap('S')}
        disabled={!isUnsaved}
        busy={isSaving}
        onClick={save}
      >
        {t('save')}
      </Button>
    </>
  );
}

function ProfilesLink({ className, children }: { className: string; children: ReactNode }): ReactNode {
  const { subAccountId } = useApi();
  return (
    <Link
      to="/$account/invitations"
      params={{ account: String(subAccountId) }}
      search={{ tab: 'profiles' }}
      className={className}
    >
      {children}
    </Link>
  );
}
