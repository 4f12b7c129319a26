import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PreviewWidth } from './preview/mail-frame';
import { activeSteps, type ProfileDraft } from './profile-draft';

const FROM = '/$account/invitations/profiles/$profile';

export interface Place {
  /** 0 for the first message, 1 to 3 for its reminders. */
  step: number;
  kind: 'email' | 'sms';
  width: PreviewWidth;
}

/** Returns which message is edited and previewed, as the address says, and the function that changes it. */
export function usePlace(draft: ProfileDraft): [Place, (change: Partial<Place>) => void] {
  const { step, kind, width } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const wanted = Number(step ?? 0);
  const shown = wanted > 0 && wanted <= activeSteps(draft).length ? Math.floor(wanted) : 0;
  const place: Place = {
    step: shown,
    kind: kind === 'sms' && shown === 0 ? 'sms' : 'email',
    width: width === 'mobile' ? 'mobile' : 'desktop',
  };
  const change = (changed: Partial<Place>): void => {
    const next = { ...place, ...changed };
    void navigate({
      search: {
        ...(next.step > 0 && { step: String(next.step) }),
        ...(next.kind === 'sms' && { kind: 'sms' }),
        ...(next.width === 'mobile' && { width: 'mobile' }),
      },
      replace: true,
      resetScroll: false,
    });
  };
  return [place, change];
}
