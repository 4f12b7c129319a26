import { channelOfIndex, hasReviewLink, linkIndexOf, reviewTargets } from './review-targets';

const copy = (id: number, url: string | null = `https://platform.example/${id}`) => ({
  id,
  type: 'google',
  label: 'Google',
  name: `Place ${id}`,
  url,
});
const copies = [copy(3), copy(5), copy(9)];
const settings = { channels: [] as number[], review_url: null as string | null };
const input = { settings, requestChannels: null, copies, directForm: false };

describe('reviewTargets', () => {
  it('offers every channel in the order of the ids if the settings name none', () => {
    const { channels, landing, reviewUrl } = reviewTargets(input);
    expect(channels.map(({ id }) => id)).toEqual([3, 5, 9]);
    expect({ landing, reviewUrl }).toEqual({ landing: true, reviewUrl: null });
  });

  it('keeps the order of the settings, and drops repeats and channels that are gone', () => {
    const { channels } = reviewTargets({ ...input, settings: { ...settings, channels: [9, 4, 3, 9] } });
    expect(channels.map(({ id }) => id)).toEqual([9, 3]);
  });

  it('leads straight to a single channel', () => {
    const targets = reviewTargets({ ...input, settings: { ...settings, channels: [5] } });
    expect(targets).toMatchObject({ landing: false, reviewUrl: 'https://platform.example/5' });
  });

  it('prefers the channels of the request to those of the settings and to their review_url', () => {
    const named = { channels: [9], review_url: 'https://shop.example/review' };
    expect(reviewTargets({ ...input, settings: named, requestChannels: [3] }).reviewUrl).toBe(
      'https://platform.example/3',
    );
    expect(reviewTargets({ ...input, settings: named })).toMatchObject({
      reviewUrl: 'https://shop.example/review',
      channels: [],
    });
  });

  it('shows the landing page if the own form is on, also without any channel', () => {
    const targets = reviewTargets({ ...input, copies: [], directForm: true });
    expect(targets).toMatchObject({ landing: true, reviewUrl: null, channels: [] });
    expect(hasReviewLink(targets)).toBe(true);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', '//a.example', '', null])(
    'never offers the link %j',
    (url) => {
      const targets = reviewTargets({ ...input, copies: [copy(3, url)] });
      expect(targets).toMatchObject({ channels: [], reviewUrl: null, landing: false });
      expect(hasReviewLink(targets)).toBe(false);
      expect(reviewTargets({ ...input, settings: { ...settings, review_url: url } }).otherUrl).toBeNull();
    },
  );
});

describe('channelOfIndex', () => {
  const channels = reviewTargets(input).channels;

  it('finds the channel whatever the order', () => {
    expect(channelOfIndex([...channels].reverse(), linkIndexOf(5))?.id).toBe(5);
  });

  it('finds none if the channel is no longer offered, or if two share the index', () => {
    expect(channelOfIndex(channels, linkIndexOf(6))).toBeNull();
    const shared = reviewTargets({ ...input, copies: [copy(3), copy(258)] }).channels;
    expect(channelOfIndex(shared, 3)).toBeNull();
  });

  it('uses the numbers 1 to 255', () => {
    expect([1, 255, 256, 2 ** 40].map(linkIndexOf)).toEqual([1, 255, 1, 1 + ((2 ** 40 - 1) % 255)]);
  });
});
