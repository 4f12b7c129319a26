import { Secrets } from '@plaudit/runtime';
import { linkIndexOf, reviewTargets } from '../channels/review-targets';
import { InvitationsEnv } from '../invitations.env';
import { linkToken } from './link-token';
import { MessageLinksService } from './message-links.service';

const KEY = Buffer.alloc(32, 1).toString('base64');
const OLDER = Buffer.alloc(32, 2).toString('base64');
const env = Object.assign(new InvitationsEnv(), {
  PUBLIC_URL: 'https://reviews.example.com',
  SECRETS_KEY_PREVIOUS: OLDER,
});
const links = new MessageLinksService(new Secrets(KEY), env);
const copies = [3, 5].map((id) => ({
  id,
  type: 'google',
  label: 'Google',
  name: 'Harbour',
  url: `https://platform.example/${id}`,
}));
const settings = { channels: [] as number[], review_url: null };
const several = reviewTargets({ settings, requestChannels: null, copies, directForm: false });
const single = reviewTargets({ settings, requestChannels: [5], copies, directForm: false });
const counted = { tracking: { opens: true, clicks: true } };
const uncounted = { tracking: { opens: false, clicks: false } };
const mail = { id: 42, type: 'email' } as const;

describe('MessageLinksService', () => {
  it('leads every link through the product if clicks and openings are counted', () => {
    const { review, channels, unsubscribe, open, trap } = links.linksOf(mail, undefined, several, counted);
    expect(links.read(review.replace('https://reviews.example.com/i/', ''), ['review'])).toEqual({
      kind: 'review',
      requestId: 42,
      index: 0,
    });
    expect(channels.map(({ id, url }) => [id, links.read(url.slice(-26), ['review'])?.index])).toEqual([
      [3, linkIndexOf(3)],
      [5, linkIndexOf(5)],
    ]);
    expect(unsubscribe).toMatch(/^https:\/\/reviews\.example\.com\/u\/[\w-]{26}$/);
    expect(open).toMatch(/^https:\/\/reviews\.example\.com\/o\/[\w-]{26}\.gif$/);
    expect(trap).toMatch(/^https:\/\/reviews\.example\.com\/i\/[\w-]{26}$/);
  });

  it('uses the domain of the account', () => {
    const made = links.linksOf(mail, { domain: 'reviews.acme.example' }, several, counted);
    const urls = [
      made.review,
      made.unsubscribe,
      made.open,
      made.trap,
      ...made.channels.map(({ url }) => url),
    ];
    expect(urls.filter((url) => !url?.startsWith('https://reviews.acme.example/'))).toEqual([]);
  });

  it('uses that domain over the scheme of PUBLIC_URL, as the sign-in pages do', () => {
    const insecure = Object.assign(new InvitationsEnv(), { PUBLIC_URL: 'http://localhost:8080' });
    const made = new MessageLinksService(new Secrets(KEY), insecure);
    const { unsubscribe } = made.linksOf(mail, { domain: 'reviews.acme.example' }, several, counted);
    expect(unsubscribe).toMatch(/^http:\/\/reviews\.acme\.example\/u\//);
  });

  it('leads straight to the targets if nothing is counted, but through the landing page if it must', () => {
    const direct = links.linksOf(mail, undefined, single, uncounted);
    expect(direct).toMatchObject({
      review: 'https://platform.example/5',
      channels: [{ id: 5, url: 'https://platform.example/5' }],
      open: null,
      trap: null,
    });
    expect(direct.unsubscribe).toContain('/u/');
    expect(links.linksOf(mail, undefined, several, uncounted).review).toContain('/i/');
  });

  it('puts neither an image nor a hidden link into an SMS', () => {
    const sms = { id: 42, type: 'sms' } as const;
    expect(links.linksOf(sms, undefined, single, counted)).toMatchObject({ open: null, trap: null });
  });

  it('reads links of the previous key, and of no other purpose or key', () => {
    const link = { kind: 'review', requestId: 42, index: 0 } as const;
    const older = linkToken(new Secrets(OLDER).derive('invite-link'), link);
    expect(links.read(older, ['review'])).toEqual(link);
    expect(links.read(older, ['unsubscribe'])).toBeNull();
    const foreign = linkToken(
      new Secrets(Buffer.alloc(32, 3).toString('base64')).derive('invite-link'),
      link,
    );
    expect(links.read(foreign, ['review'])).toBeNull();
  });
});
