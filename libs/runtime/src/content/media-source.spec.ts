import { mediaSource } from './media-source';

describe('mediaSource', () => {
  it.each([
    'https://cdn.example.com/a.mp4',
    'https://cdn.example.com/a.WEBM?token=1',
    'https://cdn.example.com/a.mov#t=3',
  ])('returns the file %s of a video', (url) => {
    expect(mediaSource('video', url)).toBe(url);
  });

  it.each([
    'https://www.youtube.com/watch?v=a.mp4',
    'https://vimeo.com/7',
    'https://example.com/a.mp4/page',
    'https://example.com/?file=/a.mp4',
  ])('returns null for the page %s of a video', (url) => {
    expect(mediaSource('video', url)).toBeNull();
  });

  it('returns the URL of an image and of audio, whatever its ending', () => {
    expect(mediaSource('image', 'https://example.com/7')).toBe('https://example.com/7');
    expect(mediaSource('audio', 'https://example.com/8')).toBe('https://example.com/8');
  });
});
